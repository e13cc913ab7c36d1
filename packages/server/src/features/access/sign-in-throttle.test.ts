import { describe, expect, it } from 'vitest'
import { inMemorySignInTries } from '../../ports/sign-in-tries/in-memory.ts'
import { RateLimited } from '../errors.ts'
import { SignInThrottle } from './sign-in-throttle.ts'

const MINUTE_MS = 60_000

async function passed(tries: number, one: (at: number) => Promise<void>): Promise<number> {
  let count = 0
  for (let i = 0; i < tries; i++) {
    try {
      await one(i)
      count++
    } catch (error) {
      expect(error).toBeInstanceOf(RateLimited)
    }
  }
  return count
}

describe('attempts to sign in', () => {
  it('T1: are limited to ten for one account from one network; its user is not locked out elsewhere', async () => {
    const throttle = new SignInThrottle(inMemorySignInTries())
    expect(await passed(20, () => throttle.try('a@b.example', '10.0.0.1', 0))).toBe(10)
    expect(await passed(1, () => throttle.try('c@b.example', '10.0.0.1', 0))).toBe(1)
    expect(await passed(20, () => throttle.try('a@b.example', '10.0.0.2', 0))).toBe(10)
  })

  it('T2: are limited to thirty from one network over all accounts', async () => {
    const throttle = new SignInThrottle(inMemorySignInTries())
    expect(await passed(50, (i) => throttle.try(`${i}@b.example`, '10.0.0.1', 0))).toBe(30)
    expect(await passed(1, () => throttle.try('0@b.example', '10.0.0.2', 0))).toBe(1)
  })

  it('T3: are possible again a quarter of an hour after the first; the refusal says when', async () => {
    const throttle = new SignInThrottle(inMemorySignInTries())
    await passed(10, (i) => throttle.try('a', 'x', i * 1000))
    const again = (ms: number) => () => throttle.try('a', 'x', ms)
    await expect(again(5 * MINUTE_MS)).rejects.toThrow(expect.objectContaining({ retryAfterSeconds: 10 * 60 }))
    await expect(again(15 * MINUTE_MS - 1)).rejects.toThrow(expect.objectContaining({ retryAfterSeconds: 1 }))
    await again(15 * MINUTE_MS)()
  })

  it('T4: are forgotten for the account after signing in; for the network, only the last one is', async () => {
    const throttle = new SignInThrottle(inMemorySignInTries())
    await passed(9, () => throttle.try('a', 'x', 0))
    await throttle.succeeded('a', 'x')
    expect(await passed(20, () => throttle.try('a', 'x', 0))).toBe(10)
    expect(await passed(50, (i) => throttle.try(`b${i}`, 'y', 0))).toBe(30)
  })

  it('T5: for invented accounts do not fill the memory: the oldest are forgotten', async () => {
    const throttle = new SignInThrottle(inMemorySignInTries())
    await passed(10, () => throttle.try('a', 'y', 0))
    for (let i = 0; i < 19_999; i++) await throttle.try(`b${i}`, `x${i}`, 0)
    expect(await passed(1, () => throttle.try('a', 'y', 0))).toBe(0)
    await throttle.try('one more', 'z', 0)
    expect(await passed(1, () => throttle.try('a', 'y', 0))).toBe(1)
  })
})
