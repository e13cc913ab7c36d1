import { describe, expect, it } from 'vitest'
import { handleOf, newCollection } from './collection.ts'

describe('a new collection', () => {
  it('has a handle made from its title', () => {
    expect(handleOf('Summer Sale: 20 % off')).toBe('summer-sale-20-off')
    expect(handleOf('Möbel für Café')).toBe('mobel-fur-cafe')
  })

  it('has a unique id', () => {
    const others = [
      { id: 7, handle: 'a', title: 'A' },
      { id: '12', handle: 'b', title: 'B' },
      { id: 'pcol_01', handle: 'c', title: 'C' },
    ]
    expect(newCollection(others).id).toBe(13)
  })
})
