import { describe, expect, it } from 'vitest'
import { oncePer } from './once-per.ts'

describe('a value cached per object', () => {
  it('is the same for the same object, and another for an equal one', () => {
    let times = 0
    const numberOf = oncePer((_: object) => ++times)
    const config = {}
    expect([numberOf(config), numberOf(config), numberOf({})]).toEqual([1, 1, 2])
  })

  it('may be undefined, and is computed once even then', () => {
    let times = 0
    const nothing = oncePer((_: object) => {
      times++
    })
    const config = {}
    nothing(config)
    nothing(config)
    expect(times).toBe(1)
  })
})
