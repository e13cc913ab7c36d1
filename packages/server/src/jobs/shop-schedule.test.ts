import { describe, expect, it } from 'vitest'
import { ShopSchedule } from './shop-schedule.ts'

const SHOPS = Array.from({ length: 600 }, (_, i) => `shop-${i}.example`)

/** After three rounds, in which every shop is visited because it is new. */
function resting(): ShopSchedule {
  const rounds = new ShopSchedule()
  for (let i = 0; i < 3; i++) expect(rounds.next(SHOPS)).toEqual(SHOPS)
  return rounds
}

describe('the rounds of a job', () => {
  it('visit a quiet shop once in sixty rounds, and few of these shops in each', () => {
    const rounds = resting()
    const looked = Array.from({ length: 60 }, () => rounds.next(SHOPS))
    expect(looked.flat().toSorted()).toEqual(SHOPS.toSorted())
    for (const shops of looked) expect(shops.length).toBeLessThan(SHOPS.length / 10)
  })

  it('visit a shop in each of the next three rounds after something happened', () => {
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

  it('visit a shop that is new or has come back', () => {
    const rounds = resting()
    expect(rounds.next([...SHOPS, 'new.example'])).toContain('new.example')
    rounds.next([])
    expect(rounds.next(SHOPS)).toEqual(SHOPS)
  })
})
