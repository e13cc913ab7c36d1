import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoreWatch, type StoreWatchDeps } from './watch-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watching(areHeard: boolean) {
  const seen = { rounds: 0, records: 0, shown: 0 }
  let notify = () => {}
  let isChanged = false
  const deps: StoreWatchDeps = {
    notices: {
      areHeard,
      listen: async (onNotice) => {
        notify = onNotice
      },
    },
    findChanged: async () => {
      seen.rounds++
      return { records: isChanged, log: false, erasures: false }
    },
    pollRecords: async () => {
      seen.records++
      isChanged = false
    },
    logPositions: async () => [],
    hearErasures: async () => {
      seen.shown++
    },
    onAppended: () => {},
    noticeIntake: () => {},
    onErased: async () => {},
    nodes: () => [],
    unfollowed: async () => [],
    requireReadable: async () => {},
    readOnlyAfterSeconds: 0,
    onError: (error) => {
      throw error
    },
  }
  const watch = new StoreWatch(deps)
  watch.start()
  const change = (isTold: boolean) => {
    isChanged = true
    if (isTold) notify()
  }
  return { seen, change }
}

describe('a node that watches the store', () => {
  it('polls every two seconds without events, and every second if notices do not arrive', async () => {
    const [heard, unheard] = [watching(true), watching(false)]
    await vi.advanceTimersByTimeAsync(20_000)
    expect([heard.seen.rounds, unheard.seen.rounds]).toEqual([10, 20])
    expect([heard.seen.records, unheard.seen.records]).toEqual([0, 0])
    // A node reports that it is alive even without events.
    expect(heard.seen.shown).toBeGreaterThanOrEqual(3)
  })

  it('reads a change a quarter of a second after its notice, together with others', async () => {
    const { seen, change } = watching(true)
    await vi.advanceTimersByTimeAsync(2100)
    for (let n = 0; n < 50; n++) change(true)
    await vi.advanceTimersByTimeAsync(250)
    expect(seen).toMatchObject({ rounds: 2, records: 1 })
  })

  it('reads a change whose notice was lost within two seconds', async () => {
    const { seen, change } = watching(true)
    await vi.advanceTimersByTimeAsync(2100)
    change(false)
    await vi.advanceTimersByTimeAsync(2000)
    expect(seen.records).toBe(1)
  })
})
