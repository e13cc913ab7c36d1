import { describe, expect, it } from 'vitest'
import { isBoughtAgain, Reorders } from './reorders.ts'

describe('Reorders', () => {
  it('sums first and repeat purchases over products, including unknown ones', () => {
    const reorders = new Reorders()
    reorders.add(2, false)
    reorders.add(2, true)
    reorders.add(5, true)
    expect(reorders.countsOf([2, 5, 9])).toEqual({ first: 1, again: 2 })
    expect(Reorders.load(reorders.save()).countsOf([2])).toEqual({ first: 1, again: 1 })
  })

  it('counts products as bought again from three repeat purchases and a share of 0.15 on', () => {
    expect([isBoughtAgain({ first: 3, again: 2 }), isBoughtAgain({ first: 3, again: 3 })]).toEqual([false, true])
    expect([isBoughtAgain({ first: 100, again: 14 }), isBoughtAgain({ first: 100, again: 15 })]).toEqual([false, true])
  })
})
