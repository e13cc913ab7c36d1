import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffConfigs, isSame } from './config-diff.ts'
import { mergeConfigs } from './config-merge.ts'
import { mergePatch } from '../platform/merge-patch.ts'

const base = {
  search: {
    rules: [
      { id: 'a', hide: [1] },
      { id: 'b', hide: [2] },
    ],
    stop_words: ['the'],
    page: 20,
  },
  filters: [{ id: 1, title: 'Color' }],
}
const after = (patch: object) => mergePatch(base, patch)

describe('the merge of two changes', () => {
  it('keeps changes of either side, entry by entry for lists with ids', () => {
    const mine = after({ search: { rules: [{ id: 'a', hide: [1, 9] }, { id: 'b', hide: [2] }, { id: 'mine' }] } })
    const theirs = after({ search: { rules: [{ id: 'theirs' }, { id: 'a', hide: [1] }] }, filters: [] })
    expect(mergeConfigs(base, mine, theirs)).toEqual({
      merged: {
        search: {
          rules: [{ id: 'theirs' }, { id: 'a', hide: [1, 9] }, { id: 'mine' }],
          stop_words: ['the'],
          page: 20,
        },
        filters: [],
      },
      conflicts: [],
    })
  })

  it('reports fields that both changed, and takes mine', () => {
    const { merged, conflicts } = mergeConfigs(base, after({ search: { page: 30 } }), after({ search: { page: 40 } }))
    expect(merged).toMatchObject({ search: { page: 30 } })
    expect(conflicts).toEqual([{ path: ['search', 'page'], base: 20, mine: 30, theirs: 40 }])
  })

  it('reports an entry that one side changed and the other removed', () => {
    const mine = after({ search: { rules: [{ id: 'a', hide: [7] }, base.search.rules[1]] } })
    const theirs = after({ search: { rules: [base.search.rules[1]] } })
    expect(mergeConfigs(base, mine, theirs).conflicts).toMatchObject([{ path: ['search', 'rules', 'a'], theirs: null }])
  })

  it('lets both sides add to lists without an order', () => {
    const mine = after({ search: { stop_words: ['the', 'a'] } })
    const theirs = after({ search: { stop_words: ['of'] } })
    expect(mergeConfigs(base, mine, theirs)).toMatchObject({ merged: { search: { stop_words: ['of', 'a'] } } })
  })

  it('equals the other side if one side changed nothing, for any documents', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(mergeConfigs(one, one, other)).toEqual({ merged: other, conflicts: [] })
        expect(mergeConfigs(one, other, one)).toEqual({ merged: other, conflicts: [] })
        expect(mergeConfigs(one, other, other)).toEqual({ merged: other, conflicts: [] })
      }),
    )
  })
})

describe('the difference of two documents', () => {
  it('has added, removed and changed entries by id', () => {
    const changed = after({
      search: { rules: [{ id: 'b', hide: [3] }, { id: 'c' }] },
      filters: [{ id: 1, title: 'Colour' }],
    })
    expect(diffConfigs(base, changed)).toEqual([
      { path: ['search', 'rules', 'a'], kind: 'removed', from: { id: 'a', hide: [1] }, to: null },
      { path: ['search', 'rules', 'b', 'hide'], kind: 'changed', from: [2], to: [3] },
      { path: ['search', 'rules', 'c'], kind: 'added', from: null, to: { id: 'c' } },
      { path: ['filters', 1, 'title'], kind: 'changed', from: 'Color', to: 'Colour' },
    ])
  })

  it('reports a different order of the same entries', () => {
    const turned = after({ search: { rules: [...base.search.rules].reverse() } })
    expect(diffConfigs(base, turned)).toEqual([
      { path: ['search', 'rules'], kind: 'changed', from: ['a', 'b'], to: ['b', 'a'] },
    ])
  })

  it('is empty exactly if the documents are the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(diffConfigs(one, structuredClone(one))).toEqual([])
        expect(diffConfigs(one, other).length === 0).toBe(isSame(one, other))
      }),
    )
  })
})
