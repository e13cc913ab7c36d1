import { describe, expect, it } from 'vitest'
import { rankRepurchases } from './repurchase.ts'

const DAY = 86_400_000
const NOW = 20_000 * DAY
const bought = (item: number, ...daysAgo: number[]) => daysAgo.map((days) => ({ item, atMs: NOW - days * DAY }))
const due = (...purchases: { item: number; atMs: number }[]) => rankRepurchases(purchases, NOW)
const items = (...purchases: { item: number; atMs: number }[]) => due(...purchases).map(({ item }) => item)

describe('repurchase', () => {
  it('R1: a product bought once is due after 45 days', () => {
    expect(due(...bought(1, 45))[0]).toEqual({ item: 1, times: 1, lastMs: NOW - 45 * DAY, due: 1 })
    expect(due(...bought(1, 9))[0]?.due).toBeCloseTo(0.2, 9)
  })

  it('R2: the shopper’s own interval counts more with every purchase', () => {
    // Two gaps of 10 days and the assumed one of 45: (2 · 10 + 45) / 3.
    expect(due(...bought(1, 10, 30, 20))[0]).toMatchObject({ times: 3, lastMs: NOW - 10 * DAY })
    expect(due(...bought(1, 30, 10, 20))[0]?.due).toBeCloseTo(10 / (65 / 3), 9)
    expect(due(...bought(1, 13, 3))[0]?.due).toBeCloseTo(3 / 27.5, 9)
  })

  it('R3: a nearly due product ranks above one just bought', () => {
    expect(items(...bought(1, 2), ...bought(2, 44))).toEqual([2, 1])
  })

  it('R4: of due products, one bought repeatedly ranks above one bought once', () => {
    expect(items(...bought(1, 45), ...bought(2, 130, 84, 40))).toEqual([2, 1])
    // Two purchases count 1.5 times one, so the product ranks first from two thirds of its interval on (30 of 45 days).
    expect(items(...bought(1, 45), ...bought(2, 75, 30))).toEqual([2, 1])
    expect(items(...bought(1, 45), ...bought(2, 70, 25))).toEqual([1, 2])
  })

  it('R5: overdue products fade: half is left at three times the interval, nothing at four times', () => {
    expect(items(...bought(1, 67.5), ...bought(2, 50))).toEqual([2, 1])
    expect(items(...bought(1, 90), ...bought(2, 44))).toEqual([1, 2])
    expect(items(...bought(1, 135), ...bought(2, 22))).toEqual([1, 2])
    expect(items(...bought(1, 135), ...bought(2, 23))).toEqual([2, 1])
    expect(items(...bought(1, 400), ...bought(2, 1))).toEqual([2, 1])
  })

  it('R6: equally due products are ordered by the latest purchase, then by number', () => {
    expect(items(...bought(1, 500), ...bought(2, 300), ...bought(3, 400))).toEqual([2, 3, 1])
    expect(items(...bought(9, 300), ...bought(4, 300))).toEqual([4, 9])
  })

  it('R7: many purchases on one day do not make a product due every hour', () => {
    expect(due(...bought(1, ...Array(200).fill(3)))[0]?.due).toBe(3)
  })
})
