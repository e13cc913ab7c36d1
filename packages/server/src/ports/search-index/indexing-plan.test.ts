import { createHash } from 'node:crypto'
import type { ShopConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { indexingPlan } from './indexing-plan.ts'

const keyOf = (locale: string) => {
  const config = { shop: { primary_locale: locale }, collections: [] } as unknown as ShopConfig
  return indexingPlan(config).key
}
/** The key before text analysis had a version per language. */
const unversioned = (locale: string) =>
  createHash('sha256')
    .update(JSON.stringify([6, locale, []]))
    .digest('hex')

describe('the key of an indexing plan', () => {
  it('changes only for languages whose text analysis has changed', () => {
    for (const locale of ['de-CH', 'zh', 'ko', 'th']) expect(keyOf(locale)).toBe(unversioned(locale))
    for (const locale of ['en', 'en-GB', 'ja', 'ja-JP']) expect(keyOf(locale)).not.toBe(unversioned(locale))
  })
})
