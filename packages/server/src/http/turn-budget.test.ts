import { describe, expect, it } from 'vitest'
import { TurnBudget } from './turn-budget.ts'

function open(sliceMs = 8) {
  let nowMs = 0
  let deferred: (() => void)[] = []
  const budget = new TurnBudget({ now: () => nowMs, defer: (then) => deferred.push(then), sliceMs })
  const order: string[] = []
  return {
    order,
    work: (name: string, size: 'small' | 'large' = 'small', tookMs = 3) =>
      budget.run(size, () => {
        nowMs += tookMs
        order.push(name)
      }),
    turn() {
      const due = deferred
      deferred = []
      for (const then of due) then()
    },
  }
}

describe('TurnBudget', () => {
  it('runs work at once until the slice is used up, and the rest in later turns', () => {
    const { work, turn, order } = open()
    for (const name of 'abcdefgh') work(name)
    expect(order.join('')).toBe('abc')
    turn()
    expect(order.join('')).toBe('abcdef')
    turn()
    expect(order.join('')).toBe('abcdefgh')
  })

  it('starts a new slice in each turn', () => {
    const { work, turn, order } = open()
    work('a', 'small', 20)
    turn()
    work('b', 'small', 20)
    expect(order).toEqual(['a', 'b'])
  })

  it('runs small work before large work that came earlier', () => {
    const { work, turn, order } = open()
    work('first', 'small', 20)
    work('large', 'large', 20)
    work('small', 'small')
    turn()
    expect(order).toEqual(['first', 'small', 'large'])
  })

  it('runs one large piece of work per turn, however long it takes', () => {
    const { work, turn, order } = open()
    for (const name of 'abc') work(name, 'large', 100)
    turn()
    expect(order).toEqual(['a', 'b'])
  })
})
