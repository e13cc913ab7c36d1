import { describe, expect, it } from 'vitest'
import { en } from '../messages/en.ts'
import { listChanges } from './changes.ts'
import { describeChanges } from './describe-changes.ts'
import type { Document } from './patch.ts'

const fill = (text: string, values: Record<string, string | number> = {}) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
const words = {
  t: (key: keyof typeof en, values?: Record<string, string | number>) => fill(en[key], values),
  count: (key: string, n: number) => fill(en[`${key}.${n === 1 ? 'one' : 'many'}` as keyof typeof en], { n }),
}
const title = (before: Document, after: Document) => describeChanges(words, listChanges(before, after))

describe('the title of a version', () => {
  it('names what changed', () => {
    const synonyms = { search: { synonyms: [{ from: 'davenport', to: 'sofa' }] } }
    expect(title({ search: { synonyms: [] } }, synonyms)).toBe('davenport → sofa added')
    expect(title(synonyms, { search: { synonyms: [] } })).toBe('davenport → sofa removed')
  })

  it('names items by their title rather than their id', () => {
    const sofas = { collections: [{ id: 41, title: 'Sofas' }] }
    expect(title({ collections: [] }, sofas)).toBe('Sofas added')
    expect(title(sofas, { collections: [] })).toBe('Sofas removed')
    expect(title({ filter_trees: [] }, { filter_trees: [{ id: 1, title: '' }] })).toBe('1 added')
    const golden = { search: { golden_queries: [{ query: 'sofa', product_id: 7 }] } }
    expect(title({ search: { golden_queries: [] } }, golden)).toBe('sofa added')
  })

  it('counts the changes that do not fit', () => {
    const rules = (...ids: string[]) => ({ search: { rules: ids.map((id) => ({ id })) } })
    expect(title(rules(), rules('a', 'b', 'c'))).toBe('a added, b added, and 1 more')
    expect(title(rules(), rules('a', 'b', 'c', 'd'))).toBe('a added, b added, and 2 more')
  })
})
