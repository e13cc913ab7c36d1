import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { packSnapshots, unpackSnapshots } from '../core/snapshot.ts'
import { ContentIndex } from './content-index.ts'
import { FeatureLists } from './feature-lists.ts'
import { affinity, learnTaste } from './personal-taste.ts'
import { rankRepurchases } from './repurchase.ts'

const DAY = 86_400_000
const NOW = 20_000 * DAY
const catalog: [number, { features: string[]; price: number }][] = [
  [0, { features: ['type:dress', 'vendor:a', 'tag:linen', 'word:summer'], price: 80 }],
  [1, { features: ['type:dress', 'vendor:b', 'tag:linen', 'word:summer'], price: 90 }],
  [2, { features: ['type:dress', 'vendor:a', 'tag:wool'], price: 400 }],
  [3, { features: ['type:shoe', 'vendor:a', 'tag:leather'], price: 85 }],
  [4, { features: ['type:lamp', 'vendor:c'], price: 20 }],
]

describe('content', () => {
  it('finds products of the same type and purpose first, and none without a shared feature', () => {
    expect(similar(ContentIndex.fit(catalog), 0)).toEqual([1, 2, 3])
  })

  it('does not depend on whether products were added at once, one by one, or replaced', () => {
    const live = new ContentIndex()
    for (const [item] of catalog) live.put(item, { features: ['type:old'], price: 1 })
    for (const [item, content] of catalog) live.put(item, content)
    expect(similar(live, 0)).toEqual(similar(ContentIndex.fit(catalog), 0))
    live.remove(1)
    expect(similar(live, 0)).toEqual([2, 3])
  })

  it('gives the same results and reasons after save and load, and can be updated', () => {
    const model = ContentIndex.fit(catalog)
    model.put(5, { features: ['type:dress', 'tag:line\nbreak', 'tag:長い'], price: 0 })
    model.remove(3)
    similar(model, 0)
    const loaded = ContentIndex.load(unpackSnapshots(packSnapshots([model.save()]))![0])
    for (const index of [model, loaded]) index.put(6, { features: ['type:dress', 'tag:linen'], price: 85 })
    expect(loaded.size).toBe(model.size)
    for (const anchor of [0, 1, 2, 4, 5, 6]) {
      expect(similar(loaded, anchor)).toEqual(similar(model, anchor))
      for (const other of [0, 1, 2, 3, 4, 5, 6]) {
        expect(loaded.similarity(anchor, other)).toBe(model.similarity(anchor, other))
        expect(loaded.shared(anchor, other)).toEqual(model.shared(anchor, other))
      }
    }
    expect(loaded.has(3)).toBe(false)
  })

  it('agrees with a list of lists, also for features that were too common for a while', () => {
    const changes = fc.array(fc.tuple(fc.nat(12), fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(changes, (all) => {
        const lists = new FeatureLists({ kindWeights: {}, most: 3 })
        const twin = new Map<number, string[]>()
        for (const [item, features] of all) {
          lists.put(item, features)
          twin.set(item, features)
        }
        for (const name of new Set([...twin.values()].flat())) {
          const holders = [...twin].filter(([, names]) => names.includes(name)).map(([item]) => item)
          const feature = lists.featuresOf(holders[0]).find((one) => lists.nameOf(one) === name) as number
          expect(lists.countOf(feature)).toBe(holders.length)
          const accumulator = new SparseAccumulator()
          accumulator.reset(13)
          lists.addTo(accumulator, feature)
          if (holders.length <= 3)
            expect([...accumulator.touched.slice(0, accumulator.count)].sort()).toEqual(holders.sort())
        }
      }),
    )
  })

  it('names the features that two products share', () => {
    expect(ContentIndex.fit(catalog).shared(0, 1)[0]).toBe('type:dress')
  })
})

describe('personal taste', () => {
  const likes = learnTaste([{ features: ['vendor:a', 'type:dress'], kind: 'order', atMs: NOW - DAY }], NOW)

  it('prefers chosen features, is bounded, and is 0 for unknown visitors', () => {
    expect(affinity(likes, ['vendor:a', 'type:dress'])).toBeGreaterThan(affinity(likes, ['vendor:a', 'type:lamp']))
    expect(affinity(likes, ['vendor:a'])).toBeLessThan(1)
    expect(affinity(learnTaste([], NOW), ['vendor:a'])).toBe(0)
  })
})

describe('repurchase', () => {
  it('ranks due products before those just bought', () => {
    const monthly = [90, 60, 30].map((days) => ({ item: 1, atMs: NOW - days * DAY }))
    const due = rankRepurchases([{ item: 2, atMs: NOW - DAY }, ...monthly, { item: 3, atMs: NOW - 400 * DAY }], NOW)
    expect(due.map(({ item }) => item)).toEqual([1, 2, 3])
    expect(due[0].times).toBe(3)
  })
})

function similar(index: ContentIndex, anchor: number): number[] {
  const accumulator = new SparseAccumulator()
  accumulator.reset(10)
  index.score(accumulator, [anchor])
  return accumulator.top(10).map(({ item }) => item)
}
