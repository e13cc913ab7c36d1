import { describe, expect, it } from 'vitest'
import { VisitRanker } from '../visits/visit-ranker.ts'
import { chooseSlist } from './choose-slist.ts'
import { Slist } from './slist.ts'

const fit = (visits: number[][]) => VisitRanker.fit(visits.map((items) => ({ items, day: 1 })))

/** Creates visits whose first product determines the last. Everybody views the `between` products in the middle. */
function visits(count: number, between: number, others = 20): number[][] {
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: count }, (_, i) => {
    const kind = (i * 7) % 12
    return [kind, ...Array.from({ length: between }, () => 100 + Math.floor(random() * others)), 50 + kind]
  })
}
const long = (count: number) => visits(count, 6)
const short = (count: number) => visits(count, 1)

describe('the nightly choice of SLIST', () => {
  it('R1: is skipped below 500 visits, and above 20,000 products', async () => {
    expect(await chooseSlist(fit(long(499)), async () => {})).toBe('skipped')
    expect(await chooseSlist(fit(long(500)), async () => {})).not.toBe('skipped')
    const wide = fit(long(500))
    wide.coView.extend([], 20_000, 1)
    expect(await chooseSlist(wide, async () => {})).toBe('skipped')
  })

  it('R2: is kept if the test visits are predicted better with it', async () => {
    const ranker = fit(long(600))
    expect(await chooseSlist(ranker, async () => {})).toBe('kept')
    expect(ranker.slist).toBeInstanceOf(Slist)
  })

  it('R3: is dropped if it predicts no better; an earlier one stays only if it predicts equally well', async () => {
    const before = Slist.fit(short(600))
    // After day 1 the next product changed. By day 201, co-view has forgotten the earlier one, while SLIST has not.
    const turned = Array.from({ length: 600 }, (_, i) =>
      i < 500 ? { items: [i % 12, 50 + (i % 12)], day: 1 } : { items: [i % 12, 70 + (i % 12)], day: 201 },
    )
    const ranker = VisitRanker.fit(turned)
    ranker.slist = before
    expect(await chooseSlist(ranker, async () => {})).toBe('dropped')
    expect(ranker.slist).toBeUndefined()
    const settled = fit(Array.from({ length: 600 }, (_, i) => [i % 5, 10 + (i % 5)]))
    settled.slist = before
    expect(await chooseSlist(settled, async () => {})).toBe('dropped')
    expect(settled.slist).toBe(before)
  })

  it('R2: is then solved for all products', async () => {
    // The visits have 51 products (12 first, 27 between, 12 last), and `chooseSlist` solves 50 at a time.
    const ranker = fit(visits(600, 6, 27))
    expect(await chooseSlist(ranker, async () => {})).toBe('kept')
    expect(ranker.slist?.solve(0)).toBe(0)
  })

  it('R5: is tested on a tenth of the visits, at most 400', async () => {
    let pauses = 0
    await chooseSlist(fit(short(4100)), async () => {
      pauses++
    })
    // Pauses: 3,700 visits learned in slices of 50, 400 judged twice, and a few while solving.
    expect(pauses).toBeGreaterThanOrEqual(74 + 800)
    expect(pauses).toBeLessThan(74 + 810)
  })

  it('R4: yields to other work', async () => {
    let pauses = 0
    await chooseSlist(fit(long(600)), async () => {
      pauses++
    })
    // Pauses: 540 visits learned in slices of 50, 60 judged twice, and a few while solving.
    expect(pauses).toBeGreaterThanOrEqual(11 + 120)
    expect(pauses).toBeLessThan(11 + 120 + 10)
  })
})
