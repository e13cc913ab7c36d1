import { describe, expect, it } from 'vitest'
import { Faults } from './faults.ts'

const reported = (count: number) => {
  const faults = new Faults()
  for (let i = 0; i < count; i++) faults.add(`f${i}`, 'is missing')
  return faults
}

describe('what is wrong with a product', () => {
  it('F1: is empty until a fault is added', () => {
    expect([reported(0).isEmpty(), reported(0).toString()]).toEqual([true, ''])
    expect(reported(1).isEmpty()).toBe(false)
  })

  it('F2: names each field with its value, if it has one', () => {
    const faults = new Faults()
    faults.add('price', 'is missing')
    faults.add('price', 'is not a price', -1)
    faults.add('id', 'is wrong', null)
    expect(faults.toString()).toBe('price is missing; price -1 is not a price; id null is wrong')
  })

  it('F3: lists ten reasons and counts the rest', () => {
    expect(reported(10).toString()).toBe(Array.from({ length: 10 }, (_, i) => `f${i} is missing`).join('; '))
    expect(reported(11).toString()).toMatch(/f9 is missing; and 1 more$/)
    expect(reported(13).toString()).toMatch(/f9 is missing; and 3 more$/)
  })

  it('F4: shows at most sixty characters of a value', () => {
    const shown = (value: unknown) => {
      const faults = new Faults()
      faults.add('f', '.', value)
      return faults.toString().slice(2, -2)
    }
    // Two of the characters are the quotes.
    expect(shown('x'.repeat(58))).toBe(`"${'x'.repeat(58)}"`)
    expect(shown('x'.repeat(59))).toBe(`"${'x'.repeat(59)}…`)
    expect(shown(Symbol('s'))).toBe('Symbol(s)')
  })
})
