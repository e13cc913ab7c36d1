import { describe, expect, it } from 'vitest'
import { mapAt } from './check-config.ts'

const shout = (value: unknown) => String(value).toUpperCase()

describe('a value mapped at a path', () => {
  it('M1: changes the value at the path, in a copy', () => {
    const document = { a: { b: 'x', c: 'y' }, d: 1 }
    expect(mapAt(document, ['a', 'b'], shout)).toEqual({ a: { b: 'X', c: 'y' }, d: 1 })
    expect(document.a.b).toBe('x')
    expect(mapAt('x', [], shout)).toBe('X')
  })

  it('M2: a star means every entry of a list', () => {
    expect(mapAt({ list: [{ k: 'a' }, { k: 'b' }, 5] }, ['list', '*', 'k'], shout)).toEqual({ list: [{ k: 'A' }, { k: 'B' }, 5] }) // biome-ignore format: one line reads better
    expect(mapAt({ list: 'no' }, ['list', '*'], shout)).toEqual({ list: 'no' })
  })

  it('M3: a path that leads nowhere changes nothing', () => {
    for (const value of [null, 5, 'text', [{ a: 1 }], { b: 1 }]) expect(mapAt(value, ['a'], shout)).toEqual(value)
    expect(mapAt({ a: null }, ['a', 'b'], shout)).toEqual({ a: null })
    expect(mapAt({ a: undefined }, ['a'], shout)).toEqual({ a: 'UNDEFINED' })
  })
})
