import { describe, expect, it } from 'vitest'
import { RateExceeded, rateLimit } from './rate-limit.ts'

const refusal = (take: () => void): RateExceeded | undefined => {
  try {
    take()
    return undefined
  } catch (error) {
    return error as RateExceeded
  }
}

describe('rateLimit', () => {
  it('counts what requests cost, not how many they are', () => {
    const take = rateLimit(100)
    take('a', 90, 0)
    expect(refusal(() => take('a', 11, 0))?.retryAfterSeconds).toBe(1)
    take('a', 10, 0)
    expect(refusal(() => take('a', 1, 0))).toBeInstanceOf(RateExceeded)
    take('b', 100, 0)
  })

  it('fills up evenly, and says how long that takes', () => {
    const take = rateLimit(60)
    take('a', 60, 0)
    expect(refusal(() => take('a', 10, 0))?.retryAfterSeconds).toBe(10)
    take('a', 10, 10_000)
    take('a', 60, 1_000_000)
    expect(refusal(() => take('a', 1, 1_000_000))).toBeInstanceOf(RateExceeded)
  })

  it('lets pass what costs more than the bucket holds, once, when it is full', () => {
    const take = rateLimit(10)
    take('a', 50, 0)
    expect(refusal(() => take('a', 1, 0))).toBeInstanceOf(RateExceeded)
  })

  it('lets nobody ask for a whole minute at once', () => {
    const take = rateLimit(100_000)
    take('a', 25_000, 0)
    expect(refusal(() => take('a', 1, 0))).toBeInstanceOf(RateExceeded)
  })

  it('neither gives nor takes when the clock is set back', () => {
    const take = rateLimit(60)
    take('a', 60, 100_000)
    expect(refusal(() => take('a', 1, 0))?.retryAfterSeconds).toBe(1)
    take('a', 1, 1000)
  })

  it('knows no limit at 0', () => {
    expect(refusal(() => rateLimit(0)('a', 1e9, 0))).toBeUndefined()
  })

  it('does not remember more callers than it may', () => {
    const take = rateLimit(1)
    for (let i = 0; i < 20_000; i++) take(`caller ${i}`, 1, 0)
    expect(refusal(() => take('caller 0', 1, 0))).toBeUndefined()
    expect(refusal(() => take('caller 19999', 1, 0))).toBeInstanceOf(RateExceeded)
  })
})
