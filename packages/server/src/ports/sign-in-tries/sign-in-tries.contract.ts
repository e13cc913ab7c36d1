import { describe, expect, it } from 'vitest'
import type { SignInTries } from './sign-in-tries.ts'

const MINUTE_MS = 60_000
const at = (nowMs: number) => ({ limit: 3, windowMs: MINUTE_MS, nowMs })

export function signInTriesContract(name: string, open: () => Promise<SignInTries>): void {
  describe(`${name} as SignInTries`, () => {
    it('allows tries up to the limit, and then returns the rest of the window', async () => {
      const tries = await open()
      for (const nowMs of [1000, 2000, 3000]) expect(await tries.count('a', at(nowMs))).toBeUndefined()
      expect(await tries.count('a', at(11_000))).toBe(50_000)
      expect(await tries.count('b', at(11_000))).toBeUndefined()
    })

    it('starts a new window after the old one, even after many tries', async () => {
      const tries = await open()
      for (let i = 0; i < 9; i++) await tries.count('a', at(1000))
      expect(await tries.count('a', at(1000 + MINUTE_MS - 1))).toBe(1)
      for (let i = 0; i < 3; i++) expect(await tries.count('a', at(1000 + MINUTE_MS))).toBeUndefined()
      expect(await tries.count('a', at(1000 + MINUTE_MS))).toBe(MINUTE_MS)
    })

    it('forgets a key, and takes back a single try', async () => {
      const tries = await open()
      for (const key of ['a', 'b']) for (let i = 0; i < 3; i++) await tries.count(key, at(1000))
      await tries.forget('a')
      await tries.takeBack('b')
      await tries.takeBack('unknown')
      for (const key of ['a', 'b']) expect(await tries.count(key, at(1000))).toBeUndefined()
      expect(await tries.count('a', at(1000))).toBeUndefined()
      expect(await tries.count('b', at(1000))).toBe(MINUTE_MS)
    })
  })
}
