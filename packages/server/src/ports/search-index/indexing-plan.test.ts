import { createHash } from 'node:crypto'
import type { ShopConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { indexingPlan } from './indexing-plan.ts'

const keyOf = (locale: string) => {
  const config = { shop: { primary_locale: locale }, collections: [] } as unknown as ShopConfig
  return indexingPlan(config).key
}
/** The key of a plan as it was before the text analysis of a language had a version. */
const unversioned = (locale: string) =>
  createHash('sha256')
    .update(JSON.stringify([6, locale, []]))
    .digest('hex')

describe('the key of an indexing plan', () => {
  it('changes for the shops of a language whose texts are cut differently, and for no others', () => {
    for (const locale of ['de-CH', 'zh', 'ko', 'th']) expect(keyOf(locale)).toBe(unversioned(locale))
    for (const locale of ['en', 'en-GB', 'ja', 'ja-JP']) expect(keyOf(locale)).not.toBe(unversioned(locale))
  })
})
