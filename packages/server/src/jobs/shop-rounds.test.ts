import { describe, expect, it } from 'vitest'
import { ShopRounds } from './shop-rounds.ts'

const SHOPS = Array.from({ length: 600 }, (_, i) => `shop-${i}.example`)

/** Rounds in which no shop is new any more: a new shop is looked at in its first three rounds. */
function resting(): ShopRounds {
  const rounds = new ShopRounds()
  for (let i = 0; i < 3; i++) expect(rounds.next(SHOPS)).toEqual(SHOPS)
  return rounds
}

describe('the rounds of a job', () => {
  it('look at a shop in which nothing happens once in sixty, and at few of them in each', () => {
    const rounds = resting()
    const looked = Array.from({ length: 60 }, () => rounds.next(SHOPS))
    expect(looked.flat().toSorted()).toEqual(SHOPS.toSorted())
    for (const shops of looked) expect(shops.length).toBeLessThan(SHOPS.length / 10)
  })

  it('look at a shop in which something happened in each of the next three', () => {
    const rounds = resting()
    const busy = SHOPS.find(
      (shop) =>
        !Array.from({ length: 60 }, () => rounds.next(SHOPS))
          .at(-1)
          ?.includes(shop),
    )!
    rounds.touch(busy)
    for (let i = 0; i < 3; i++) expect(rounds.next(SHOPS)).toContain(busy)
  })

  it('look at a shop that is new, or has come back', () => {
    const rounds = resting()
    expect(rounds.next([...SHOPS, 'new.example'])).toContain('new.example')
    rounds.next([])
    expect(rounds.next(SHOPS)).toEqual(SHOPS)
  })
})
