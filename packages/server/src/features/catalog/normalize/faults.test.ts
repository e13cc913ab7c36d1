import { describe, expect, it } from 'vitest'
import { Faults } from './faults.ts'

const reported = (count: number) => {
  const faults = new Faults()
  for (let i = 0; i < count; i++) faults.add(`f${i}`, 'is missing')
  return faults
}

describe('the faults of a product', () => {
  it('F1: are none at first', () => {
    expect([reported(0).isEmpty(), reported(0).toString()]).toEqual([true, ''])
    expect(reported(1).isEmpty()).toBe(false)
  })

  it('F2: have the field and its value, if there is one', () => {
    const faults = new Faults()
    faults.add('price', 'is missing')
    faults.add('price', 'is not a price', -1)
    faults.add('id', 'is wrong', null)
    expect(faults.toString()).toBe('price is missing; price -1 is not a price; id null is wrong')
  })

  it('F3: are limited to ten, with a count of the rest', () => {
    expect(reported(10).toString()).toBe(Array.from({ length: 10 }, (_, i) => `f${i} is missing`).join('; '))
    expect(reported(11).toString()).toMatch(/f9 is missing; and 1 more$/)
    expect(reported(13).toString()).toMatch(/f9 is missing; and 3 more$/)
  })

  it('F4: show at most sixty characters of a value', () => {
    const shown = (value: unknown) => {
      const faults = new Faults()
      faults.add('f', '.', value)
      return faults.toString().slice(2, -2)
    }
    // Two of the sixty characters are quotes.
    expect(shown('x'.repeat(58))).toBe(`"${'x'.repeat(58)}"`)
    expect(shown('x'.repeat(59))).toBe(`"${'x'.repeat(59)}…`)
    expect(shown(Symbol('s'))).toBe('Symbol(s)')
  })
})
