import { describe, expect, it } from 'vitest'
import { newPace } from './pace.ts'

describe('paced work', () => {
  it('rests for as long as it worked, at least a millisecond and never long', async () => {
    let now = 0
    const rests: number[] = []
    const pause = newPace(
      () => now,
      async (ms) => {
        rests.push(ms)
        now += ms
      },
    )
    for (const worked of [5, 40, 0, 3_000]) {
      now += worked
      await pause()
    }
    expect(rests).toEqual([5, 40, 1, 200])
  })
})
