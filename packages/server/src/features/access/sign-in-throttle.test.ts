import { describe, expect, it } from 'vitest'
import { SignInThrottle } from './sign-in-throttle.ts'

const MINUTE_MS = 60_000

/** How many of the tries pass. */
function passed(tries: number, one: (at: number) => void): number {
  let count = 0
  for (let i = 0; i < tries; i++) {
    try {
      one(i)
      count++
    } catch (error) {
      expect(error).toMatchObject({ status: 429 })
    }
  }
  return count
}

describe('tries to sign in', () => {
  it('T1: ten for one account, from wherever they come', () => {
    const throttle = new SignInThrottle()
    expect(passed(20, (i) => throttle.try('a@b.example', `10.0.0.${i}`, 0))).toBe(10)
    expect(passed(1, () => throttle.try('c@b.example', '10.0.0.1', 0))).toBe(1)
  })

  it('T2: thirty from one address, for whichever accounts', () => {
    const throttle = new SignInThrottle()
    expect(passed(50, (i) => throttle.try(`${i}@b.example`, '10.0.0.1', 0))).toBe(30)
    expect(passed(1, () => throttle.try('0@b.example', '10.0.0.2', 0))).toBe(1)
  })

  it('T3: anew after a quarter of an hour from the first; until then the caller is told how long', () => {
    const throttle = new SignInThrottle()
    passed(10, (i) => throttle.try('a', 'x', i * 1000))
    const again = (ms: number) => () => throttle.try('a', 'x', ms)
    expect(again(5 * MINUTE_MS)).toThrow(expect.objectContaining({ retryAfterSeconds: 10 * 60 }))
    expect(again(15 * MINUTE_MS - 1)).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }))
    expect(again(15 * MINUTE_MS)).not.toThrow()
  })

  it('T4: whoever signs in has all tries of the account back, and one of the address', () => {
    const throttle = new SignInThrottle()
    passed(9, () => throttle.try('a', 'x', 0))
    throttle.succeeded('a', 'x')
    expect(passed(20, () => throttle.try('a', 'y', 0))).toBe(10)
    expect(passed(50, (i) => throttle.try(`b${i}`, 'x', 0))).toBe(22)
  })

  it('T5: whoever invents accounts does not fill memory: the ones seen first are forgotten', () => {
    const throttle = new SignInThrottle()
    passed(10, (i) => throttle.try('a', `a${i}`, 0))
    for (let i = 0; i < 19_999; i++) throttle.try(`b${i}`, `x${i}`, 0)
    expect(passed(1, () => throttle.try('a', 'y', 0))).toBe(0)
    throttle.try('one more', 'z', 0)
    expect(passed(1, () => throttle.try('a', 'y', 0))).toBe(1)
  })
})
