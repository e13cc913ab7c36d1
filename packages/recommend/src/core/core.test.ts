import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grow, growToHold } from './grow.ts'
import { IntLists } from './int-lists.ts'
import { ItemNumbers } from './item-numbers.ts'
import { LazyRanking } from './lazy-ranking.ts'
import { LatestLists } from './latest-lists.ts'
import { RowArena } from './row-arena.ts'
import { SparseAccumulator } from './sparse-accumulator.ts'
import { nthLargest } from './nth-largest.ts'
import { sortByScore } from './sort-by-score.ts'
import { packSnapshots, type Snapshot, unpackSnapshots } from './snapshot.ts'

const cells = fc.array(fc.tuple(fc.nat(8), fc.nat(40), fc.nat(9)), { maxLength: 200 })

describe('an array that grows', () => {
  it('is returned unchanged if it is long enough, else is doubled, to at least 16 and the requested length', () => {
    const array = Float64Array.from({ length: 20 }, (_, i) => i + 1)
    expect([grow(array, 20), growToHold(array, 19)]).toEqual([array, array])
    expect(grow(array, 20)).toBe(array)
    expect([grow(array, 21).length, grow(array, 50).length, grow(new Int32Array(0), 3).length]).toEqual([40, 50, 16])
    expect(growToHold(array, 20)).toHaveLength(40)
    expect([...grow(array, 21)]).toEqual([...array, ...Array(20).fill(0)])
    expect(grow(new Int32Array(1), 2)).toBeInstanceOf(Int32Array)
  })
})

describe('row arena', () => {
  it('agrees with a map of maps', () => {
    fc.assert(
      fc.property(cells, (adds) => {
        const arena = new RowArena()
        const twin = new Map<string, number>()
        for (const [row, item, weight] of adds) {
          arena.add(row, item, weight, 1)
          twin.set(`${row}:${item}`, (twin.get(`${row}:${item}`) ?? 0) + weight)
        }
        const reloaded = RowArena.loadArrays(arena.saveArrays())
        for (const [key, weight] of twin) {
          const [row, item] = key.split(':').map(Number)
          for (const rows of [arena, reloaded]) expect(rows.weights[rows.find(row, item)]).toBe(weight)
        }
        const held = Array.from({ length: 9 }, (_, row) => arena.sizeOf(row)).reduce((sum, size) => sum + size)
        expect(held).toBe(twin.size)
      }),
    )
  })

  it('keeps the most valuable cells when pruned', () => {
    const arena = new RowArena()
    for (let item = 0; item < 20; item++) arena.add(0, item, item % 7, 1)
    arena.prune(0, 3, (_, weight) => weight)
    expect([...arena.items.slice(arena.startOf(0), arena.startOf(0) + 3)]).toEqual([6, 13, 5].sort((a, b) => a - b))
  })
})

describe('pruning', () => {
  it('keeps the cells that sorting would keep, in their order, ties by the lower item', () => {
    const row = fc.uniqueArray(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 6 })), {
      minLength: 1,
      selector: ([item]) => item,
    })
    fc.assert(
      fc.property(row, fc.integer({ min: 1, max: 20 }), (cells, keep) => {
        const arena = new RowArena()
        for (const [item, weight] of cells) arena.add(0, item, weight, 1)
        arena.prune(0, keep, (_, weight) => weight)
        const best = [...cells].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, keep)
        const start = arena.startOf(0)
        expect([...arena.items.slice(start, start + arena.sizeOf(0))]).toEqual(
          cells.filter((cell) => best.includes(cell)).map(([item]) => item),
        )
      }),
    )
  })
})

describe('score accumulator', () => {
  it('returns the best as sorting would, ties by item', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 5 }))), fc.nat(12), (adds, limit) => {
        const accumulator = new SparseAccumulator()
        accumulator.reset(51)
        const twin = new Map<number, number>()
        for (const [item, score] of adds) {
          accumulator.add(item, score)
          twin.set(item, (twin.get(item) ?? 0) + score)
        }
        const sorted = [...twin].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit)
        expect(accumulator.top(limit).map(({ item, score }) => [item, score])).toEqual(sorted)
      }),
    )
  })

  it('lists an item once if it was taken off and added again', () => {
    const accumulator = new SparseAccumulator()
    accumulator.reset(5)
    for (const item of [1, 2, 3]) accumulator.add(item, item)
    expect(accumulator.takeOff([2, 4])).toBe(4)
    accumulator.set(2, 5)
    expect(accumulator.top(5).map(({ item }) => item)).toEqual([2, 3, 1])
  })

  it('lists an item once if it was set to zero and added again', () => {
    const accumulator = new SparseAccumulator()
    accumulator.reset(5)
    for (const item of [1, 2]) accumulator.add(item, item)
    accumulator.set(1, 0)
    expect(accumulator.top(5)).toEqual([{ item: 2, score: 2 }])
    accumulator.set(1, 3)
    accumulator.set(2, 0)
    accumulator.add(2, 1)
    expect(accumulator.top(5)).toEqual([
      { item: 1, score: 3 },
      { item: 2, score: 1 },
    ])
    accumulator.reset(5)
    expect(accumulator.top(5)).toEqual([])
  })

  it('is empty again after a reset', () => {
    const accumulator = new SparseAccumulator()
    accumulator.reset(5)
    accumulator.add(3, 1)
    accumulator.reset(5)
    expect(accumulator.top(5)).toEqual([])
  })
})

describe('select largest', () => {
  it('agrees with sorting', () => {
    const values = fc.array(fc.oneof(fc.nat(5), fc.float({ noNaN: true })), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(values, fc.nat(), (all, choice) => {
        const n = 1 + (choice % all.length)
        const sorted = [...all].sort((a, b) => b - a)
        expect(nthLargest(Float64Array.from(all), all.length, n)).toEqual(sorted[n - 1])
      }),
    )
  })
})

describe('sort by score', () => {
  it('agrees with sorting objects, ties by item', () => {
    const pairs = fc.array(fc.tuple(fc.nat(30), fc.nat(9)), { maxLength: 120 })
    fc.assert(
      fc.property(pairs, (all) => {
        const items = Int32Array.from(all, ([item]) => item)
        const scores = Float64Array.from(all, ([, score]) => score)
        sortByScore(items, scores, all.length)
        const sorted = [...all].sort((a, b) => b[1] - a[1] || a[0] - b[0])
        expect(Array.from(items, (item, i) => [item, scores[i]])).toEqual(sorted)
      }),
    )
  })
})

type ListStep = { do: 'push' | 'remove'; value: number } | { do: 'set'; values: number[] } | { do: 'drop' }

function rowAfter(row: readonly number[], step: ListStep): number[] {
  if (step.do === 'set') return [...step.values]
  if (step.do === 'drop') return []
  if (step.do === 'push') return [...row, step.value]
  const at = row.indexOf(step.value)
  return at < 0 ? [...row] : row.toSpliced(at, 1)
}

function change(lists: IntLists, row: number, step: ListStep): void {
  if (step.do === 'push') lists.push(row, step.value)
  else if (step.do === 'set') lists.set(row, step.values)
  else if (step.do === 'drop') lists.drop(row)
  else lists.remove(row, step.value)
}

describe('int lists', () => {
  it('agree with arrays', () => {
    const value = fc.nat(9)
    const step = fc.oneof(
      fc.record({ do: fc.constant('push' as const), row: fc.nat(4), value }),
      fc.record({ do: fc.constant('remove' as const), row: fc.nat(4), value }),
      fc.record({ do: fc.constant('set' as const), row: fc.nat(4), values: fc.array(value, { maxLength: 40 }) }),
      fc.record({ do: fc.constant('drop' as const), row: fc.nat(4) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
        const lists = new IntLists()
        const twin: number[][] = [[], [], [], [], []]
        const sorted = (values: ArrayLike<number>) => Array.from(values).sort((a, b) => a - b)
        for (const one of steps) {
          twin[one.row] = rowAfter(twin[one.row], one)
          change(lists, one.row, one)
        }
        twin.forEach((row, i) => {
          expect(sorted(lists.of(i))).toEqual(sorted(row))
        })
      }),
    )
  })
})

describe('lazy ranking', () => {
  it('agrees with a fully sorted one, however far and often it is read', () => {
    const scores = fc.array(fc.nat(40), { maxLength: 900 })
    fc.assert(
      fc.property(scores, fc.nat(900), (all, first) => {
        const ranking = LazyRanking.over(all.length, (item) => all[item])
        const sorted = Array.from(all, (score, item) => ({ item, score }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score || a.item - b.item)
        const begun: unknown[] = []
        for (const one of ranking) if (begun.push(one) > first) break
        expect(begun).toEqual(sorted.slice(0, first + 1))
        expect([...ranking]).toEqual(sorted)
      }),
    )
  })
})

describe('latest lists', () => {
  it('contain the latest entries of each row since it was cleared', () => {
    const steps = fc.array(fc.tuple(fc.nat(5), fc.nat(2 ** 32 - 1), fc.nat(30)), { maxLength: 300 })
    fc.assert(
      fc.property(steps, (all) => {
        const lists = new LatestLists(16)
        const twin: number[][] = [[], [], [], [], [], []]
        for (const [row, entry, dice] of all) {
          if (dice === 0) {
            lists.clear(row)
            twin[row] = []
          }
          lists.add(row, entry)
          twin[row].push(entry)
        }
        for (let row = 0; row < 6; row++) expect(latestOf(lists, row)).toEqual(twin[row].slice(-16))
      }),
    )
  })
})

function latestOf(lists: LatestLists, row: number): number[] {
  const written = lists.writtenTo(row)
  if (written === 0) return []
  const mask = lists.maskOf(row)
  const count = Math.min(written, mask + 1)
  return Array.from({ length: count }, (_, i) => lists.entries[lists.startOf(row) + ((written - count + i) & mask)])
}

describe('snapshot', () => {
  const snapshots: Snapshot[] = [
    {
      kind: 'x',
      version: 2,
      numbers: { day: 3 },
      arrays: { a: Float32Array.of(1, 2.5), b: Uint16Array.of(7), c: Float64Array.of(2 ** 52) },
    },
    { kind: 'y', version: 1, numbers: {}, arrays: { 'a.b': Uint8Array.of(1, 2, 3) } },
    { kind: 'empty', version: 1, numbers: {}, arrays: {} },
  ]

  it('is restored from bytes, together with others', () => {
    const bytes = packSnapshots(snapshots)
    expect(unpackSnapshots(bytes)).toEqual(snapshots)
    expect(unpackSnapshots(Buffer.from(bytes))).toEqual(snapshots)
    expect(unpackSnapshots(packSnapshots([]))).toEqual([])
  })

  it('shares no memory with the bytes', () => {
    const bytes = packSnapshots(snapshots)
    const [loaded] = unpackSnapshots(bytes)!
    loaded.arrays.a[0] = 9
    expect(unpackSnapshots(bytes)).toEqual(snapshots)
  })

  it('is refused if it is truncated, changed or something else', () => {
    const bytes = packSnapshots(snapshots)
    for (let length = 0; length < bytes.length; length++)
      expect(unpackSnapshots(bytes.slice(0, length))).toBeUndefined()
    for (let at = 0; at < bytes.length; at += 5) {
      const broken = bytes.slice()
      broken[at] ^= 0x40
      expect(unpackSnapshots(broken)).toBeUndefined()
    }
    expect(unpackSnapshots(Uint8Array.of(1, 2, 3))).toBeUndefined()
  })

  it('keeps the numbers of products', () => {
    const numbers = new ItemNumbers()
    const ids = [9_007_199_254_740_991, 5, 7_203_948_573]
    for (const id of ids) numbers.intern(id)
    const reloaded = ItemNumbers.load(numbers.save())
    expect(ids.map((id) => reloaded.find(id))).toEqual([0, 1, 2])
    expect(reloaded.find(6)).toBeUndefined()
  })
})
