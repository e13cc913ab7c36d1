import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IntervalJob } from './interval-job.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the rounds of an interval job', () => {
  it('never overlap', async () => {
    let begun = 0
    let { promise, resolve } = Promise.withResolvers<void>()
    const rounds = new IntervalJob(10, () => {
      begun++
      return promise
    })
    rounds.start()
    await vi.advanceTimersByTimeAsync(9)
    expect(begun).toBe(0)
    await vi.advanceTimersByTimeAsync(100)
    expect(begun).toBe(1)
    resolve()
    ;({ promise, resolve } = Promise.withResolvers<void>())
    await vi.advanceTimersByTimeAsync(10)
    expect(begun).toBe(2)
    resolve()
    await rounds.stop()
  })

  it('end with the current one after a stop', async () => {
    let begun = 0
    let isDone = false
    const { promise, resolve } = Promise.withResolvers<void>()
    const rounds = new IntervalJob(10, async () => {
      begun++
      await promise
      isDone = true
    })
    rounds.start()
    await vi.advanceTimersByTimeAsync(10)
    const stopped = rounds.stop().then(() => isDone)
    await vi.advanceTimersByTimeAsync(100)
    resolve()
    expect(await stopped).toBe(true)
    expect(begun).toBe(1)
  })
})
