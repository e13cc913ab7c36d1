import { describe, expect, it } from 'vitest'
import { en } from '../messages/en.ts'
import { listChanges } from './changes.ts'
import { describeChanges } from './describe-changes.ts'
import type { Document } from './patch.ts'
import { productsIn, settingLines } from './setting-words.ts'

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

  it('names a rule without a name by its search', () => {
    const rule = { id: 'rule-1', when: { query: 'candle' } }
    expect(title({ search: { rules: [] } }, { search: { rules: [rule] } })).toBe('rule for “candle” added')
  })

  it('counts the changes that do not fit', () => {
    const rules = (...ids: string[]) => ({ search: { rules: ids.map((id) => ({ id })) } })
    expect(title(rules(), rules('a', 'b', 'c'))).toBe('a added, b added, and 1 more')
    expect(title(rules(), rules('a', 'b', 'c', 'd'))).toBe('a added, b added, and 2 more')
  })
})

describe('a changed item', () => {
  const titles = new Map<unknown, string>([
    [7, 'Linen sofa'],
    ['gid-8', 'Oak stool'],
  ])
  const say = { ...words, config: {}, dateTime: (at: string) => `on ${at}`, titleOf: (id: unknown) => titles.get(id) }
  const rule = {
    id: 'rule-1',
    when: { query: 'candle', match: 'contains' },
    pin: [{ product_id: 'gid-8', position: 3 }],
    hide: [7, 99],
    boost: [{ tag: 'sale', in_stock: true }],
    redirect: null,
    ends_at: '2030-01-01',
  }

  it('is said in words: products by title, conditions as the list of rules says them', () => {
    expect(settingLines(rule, say)).toEqual([
      'When: search contains “candle”',
      'Pinned: Oak stool, position 3',
      'Hidden: Linen sofa, 99',
      'Boosted: Tag sale, in stock Yes',
      'Redirect to a page: –',
      'Ends: on 2030-01-01',
    ])
    expect(settingLines(['settee', 'sofa'], say)).toEqual(['settee, sofa'])
    expect(settingLines({ from: 'settee', to: 'sofa' }, say)).toEqual(['settee → sofa'])
    expect(settingLines(0.5, say)).toEqual(['0.5'])
    expect(productsIn([rule, null, 'sofa'])).toEqual(['gid-8', 7, 99])
  })
})
