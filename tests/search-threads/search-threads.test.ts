/** Large shops are searched by several threads: whoever does a part of a query, the answer is that of one thread. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { randomFrom } from '../../packages/engine/src/index/testing/random-catalog.ts'
import { searchShop } from '../../packages/engine/src/index/testing/small-shop.ts'
import {
  answerOf,
  randomIndex,
  randomSearch,
  SEARCH_LOCALES,
} from '../../packages/engine/src/index/testing/random-searches.ts'
import {
  emptyIndex,
  type ForkJoin,
  indexData,
  openIndex,
  SHARD_DOCS,
  type ShopIndex,
  withForkJoin,
} from '@vitrine/engine'
import {
  SearchThreads,
  type SearchThreadsOptions,
} from '../../packages/server/src/ports/search-index/search-threads.ts'
import { shareArrays } from '../../packages/server/src/ports/search-index/share-arrays.ts'

const opened: SearchThreads[] = []

function threadsOf(options: Partial<SearchThreadsOptions> = {}): SearchThreads {
  const threads = new SearchThreads({ threads: 2, leastWork: 0, minProducts: 0, helps: false, ...options })
  opened.push(threads)
  return threads
}

afterAll(() => Promise.all(opened.map((threads) => threads.close())))

/** As it is after a build: the arrays of the segments in memory that threads share. */
function shared(index: ShopIndex): ShopIndex {
  return openIndex(shareArrays(indexData(index)))
}

/** Counts what the calling thread does itself. */
function counting(threads: SearchThreads) {
  const counts = { all: 0, here: 0, again: 0 }
  const counted =
    <T>(name: 'here' | 'again', work: () => T) =>
    () => {
      counts[name]++
      return work()
    }
  const forkJoin: ForkJoin = {
    leastWork: 0,
    run: (work) => {
      counts.all += work.length
      return threads.run(
        work.map((one) => ({ ...one, here: counted('here', one.here), again: counted('again', one.again) })),
      )
    },
  }
  return { forkJoin, counts }
}

const SEARCHES = 10

function expectSameAnswers(forkJoin: ForkJoin, seed: number, locale: string, searches = SEARCHES): void {
  const random = randomFrom(seed)
  const index = shared(randomIndex(random, locale, 3 + random(4)))
  const served = withForkJoin(index, forkJoin)
  for (let i = 0; i < searches; i++) {
    const search = randomSearch(random, locale)
    expect(answerOf(served, search), JSON.stringify(search)).toEqual(answerOf(index, search))
  }
}

const dying = new URL('./testing/dying-search-worker.ts', import.meta.url)
const failing = new URL('./testing/failing-search-worker.ts', import.meta.url)
const stuck = new URL('./testing/stuck-search-worker.ts', import.meta.url)
const telling = new URL('./testing/telling-search-worker.ts', import.meta.url)
const idle = new URL('data:text/javascript,setInterval(() => {}, 1000)')

describe('a search in several threads', () => {
  it('gives the answer of one thread', () => {
    const { forkJoin, counts } = counting(threadsOf({ limitMs: 60_000 }))
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...SEARCH_LOCALES), (seed, locale) =>
        expectSameAnswers(forkJoin, seed, locale),
      ),
      { numRuns: 15, endOnFailure: true },
    )
    expect(counts.again).toBe(0)
    expect(counts.here).toBeGreaterThan(0)
    expect(counts.here).toBeLessThan(0.6 * counts.all)
  })

  it('gives it where a thread dies in the middle', () => {
    const { forkJoin, counts } = counting(threadsOf({ module: dying, limitMs: 300 }))
    const random = randomFrom(1)
    const index = shared(randomIndex(random, 'en', 4))
    // Every word, and some of the words: two steps, and three more.
    for (const text of ['shirt', 'wool knives firestick']) {
      const counted = counts.again
      expect(searchShop(withForkJoin(index, forkJoin), text)).toEqual(searchShop(index, text))
      expect(counts.again - counted).toBeGreaterThan(2)
    }
  })

  it('does again what a thread failed at, and takes no answer to another query', () => {
    const { forkJoin, counts } = counting(threadsOf({ module: failing, limitMs: 600_000 }))
    expectSameAnswers(forkJoin, 4, 'en')
    expect(counts.again).toBe(counts.all - counts.here)
  })

  it('asks a thread that was lost nothing more', () => {
    const { forkJoin, counts } = counting(threadsOf({ module: stuck, limitMs: 100 }))
    expectSameAnswers(forkJoin, 5, 'en', 2)
    expect(counts.again).toBeGreaterThan(0)
  })

  it('gives no thread what is not in shared memory', () => {
    const { forkJoin, counts } = counting(threadsOf({ limitMs: 60_000 }))
    const index = randomIndex(randomFrom(6), 'en', 4)
    expect(searchShop(withForkJoin(index, forkJoin), 'shirt')).toEqual(searchShop(index, 'shirt'))
    expect(counts).toEqual({ all: counts.all, here: counts.all, again: 0 })
    expect(counts.all).toBeGreaterThan(0)
  })

  it('waits for no thread that has not begun', () => {
    const { forkJoin, counts } = counting(threadsOf({ module: idle, helps: true, limitMs: 600_000 }))
    expectSameAnswers(forkJoin, 2, 'de')
    expect(counts).toEqual({ all: counts.all, here: counts.all, again: 0 })
  })

  it('is for shops of more than half a million products, and for queries that find much in them', () => {
    const [small, half] = [10, SHARD_DOCS].map((docCount) => ({ ...emptyIndex('en'), docCount }))
    const large = { ...emptyIndex('en'), docCount: SHARD_DOCS + 1 }
    const threads = threadsOf({ minProducts: undefined, leastWork: undefined })
    expect([small, half].map((index) => threads.serve(index!) === index)).toEqual([true, true])
    const served = threads.serve(large)
    expect(served.text.forkJoin).toBe(threads)
    const grown = { ...served, docCount: 2 * SHARD_DOCS }
    expect(threads.serve(grown)).toBe(grown)
    expect(threads.serve({ ...served, docCount: 10 }).text.forkJoin).toBeUndefined()
    expect([threads.leastWork, threads.segmentProducts]).toEqual([100_000, SHARD_DOCS])
  })

  it('does where the call is what is worth no thread', () => {
    const { forkJoin, counts } = counting(threadsOf())
    expectSameAnswers({ ...forkJoin, leastWork: 1_000_000 }, 3, 'en')
    expect(counts.all).toBe(0)
  })

  it('lets threads go of segments that nobody has any more, and of no others', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const channel = new BroadcastChannel('dropped segments')
    const dropped: number[] = []
    channel.onmessage = ({ data }) => dropped.push(...(data as number[]))
    const threads = threadsOf({ threads: 1, module: telling, limitMs: 60_000 })
    const searched = (seed: number) => {
      const index = withForkJoin(shared(randomIndex(randomFrom(seed), 'en', 4)), threads)
      searchShop(index, 'shirt')
      return index
    }
    const kept = searched(1)
    searched(2)
    let queries = 0
    await expect
      .poll(() => {
        collectGarbage()
        // Another one each time: what was asked before is not sent again.
        searchShop(kept, `shirt ${++queries}`)
        return dropped.toSorted((a, b) => a - b)
      })
      .toEqual([3, 4])
    channel.close()
  })
})
