import { describe, expect, it } from 'vitest'
import { RateLimited } from '../features/errors.ts'
import { rateLimit } from './rate-limit.ts'

const refusal = (take: () => void): RateLimited | undefined => {
  try {
    take()
    return undefined
  } catch (error) {
    return error as RateLimited
  }
}

/** Payers are named `bucket`, or `bucket/member` for a member of a shared bucket. */
function open(perMinute: number) {
  const limit = rateLimit('key', perMinute)
  const payerOf = (name: string) => {
    const [bucket = '', member] = name.split('/')
    return member === undefined ? { bucket } : { bucket, member }
  }
  return {
    take: (name: string, cost: number, nowMs: number) => limit.take(payerOf(name), cost, nowMs),
    correct: (name: string, units: number, nowMs: number) => limit.correct(payerOf(name), units, nowMs),
    refund: (name: string, units: number, nowMs: number) => limit.refund(payerOf(name), units, nowMs),
  }
}

describe('rateLimit', () => {
  it('limits the cost of requests, not their number', () => {
    const { take } = open(100)
    take('a', 90, 0)
    expect(refusal(() => take('a', 11, 0))).toMatchObject({ retryAfterSeconds: 1, remaining: 10 })
    take('a', 10, 0)
    expect(refusal(() => take('a', 1, 0))).toBeInstanceOf(RateLimited)
    take('b', 100, 0)
  })

  it('refills at a constant rate, and returns how long a caller must wait', () => {
    const { take } = open(60)
    take('a', 60, 0)
    expect(refusal(() => take('a', 10, 0))?.retryAfterSeconds).toBe(10)
    take('a', 10, 10_000)
    take('a', 60, 1_000_000)
    expect(refusal(() => take('a', 1, 1_000_000))).toBeInstanceOf(RateLimited)
  })

  it('allows one request that costs more than a full bucket, and takes the rest later', () => {
    const { take } = open(60)
    take('a', 90, 0)
    expect(refusal(() => take('a', 1, 0))?.retryAfterSeconds).toBe(31)
    take('b', 1e9, 0)
    expect(refusal(() => take('b', 1, 0))?.retryAfterSeconds).toBe(61)
  })

  it('charges for work that is done without refusing it, and returns what was charged too much', () => {
    const { take, correct } = open(60)
    take('a', 50, 0)
    correct('a', 20, 0)
    expect(refusal(() => take('a', 1, 0))?.retryAfterSeconds).toBe(11)
    correct('a', -30, 0)
    take('a', 20, 0)
    correct('a', -1e9, 0)
    expect(refusal(() => take('a', 61, 0))).toBeUndefined()
  })

  it('lets a member take at most as much as it leaves to others', () => {
    const { take } = open(40_000)
    let taken = 0
    while (refusal(() => take('shop/flood', 10, 0)) === undefined) taken += 10
    expect(taken).toBeGreaterThanOrEqual(5500)
    expect(taken).toBeLessThanOrEqual(5510)
    for (let i = 0; i < 20; i++) expect(refusal(() => take(`shop/visitor ${i}`, 10, 0))).toBeUndefined()
    expect(refusal(() => take('shop/flood', 1, 0))).toBeInstanceOf(RateLimited)
  })

  it('never refuses a shop’s visitors because of one address', () => {
    const { take } = open(60_000)
    let refused = 0
    for (let ms = 0; ms < 300_000; ms += 100) {
      for (let i = 0; i < 12; i++) refusal(() => take('shop/flood', 40, ms))
      if (refusal(() => take(`shop/visitor ${ms % 1000}`, 30, ms))) refused++
    }
    expect(refused).toBe(0)
  })

  it('lets a single address use nearly all of a bucket over time', () => {
    const { take } = open(60_000)
    let taken = 0
    for (let ms = 0; ms < 600_000; ms += 100)
      while (refusal(() => take('shop/server', 10, ms)) === undefined) taken += 10
    expect(taken).toBeGreaterThan(0.85 * 600_000)
  })

  it('refunds the shared bucket, not the refused member', () => {
    const { take, refund } = open(40_000)
    while (refusal(() => take('shop/flood', 10, 0)) === undefined) refund('shop/flood', 10, 0)
    expect(refusal(() => take('shop/visitor', 9000, 0))).toBeUndefined()
  })

  it('limits a burst to a quarter of a minute’s units', () => {
    const { take } = open(100_000)
    take('a', 25_000, 0)
    expect(refusal(() => take('a', 1, 0))).toBeInstanceOf(RateLimited)
  })

  it('does not depend on a clock that was set back', () => {
    const { take } = open(60)
    take('a', 60, 100_000)
    expect(refusal(() => take('a', 1, 0))?.retryAfterSeconds).toBe(1)
    take('a', 1, 1000)
  })

  it('is unlimited at 0', () => {
    expect(refusal(() => open(0).take('a', 1e9, 0))).toBeUndefined()
  })

  it('remembers a limited number of callers', () => {
    const { take } = open(1)
    for (let i = 0; i < 20_000; i++) take(`caller ${i}`, 1, 0)
    expect(refusal(() => take('caller 0', 1, 0))).toBeUndefined()
    expect(refusal(() => take('caller 19999', 1, 0))).toBeInstanceOf(RateLimited)
  })
})
