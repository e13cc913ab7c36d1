import { describe, expect, it } from 'vitest'
import { diffConfigs, isSame, membersOf } from './config-diff.ts'

const reported = (before: unknown, after: unknown) =>
  diffConfigs(before, after).map(({ path, kind, from, to }) => [path.join('.'), kind, from, to])

describe('the changes between two configurations', () => {
  it('D1: are listed by path as added, removed or changed', () => {
    expect(reported({ a: 1, b: { c: 1, d: 2 }, e: 5 }, { a: 1, b: { c: 9, d: 2 }, f: 0 })).toEqual([
      ['b.c', 'changed', 1, 9],
      ['e', 'removed', 5, null],
      ['f', 'added', null, 0],
    ])
    expect(reported({ a: [1, 2], b: { c: 1 } }, { b: { c: 1 }, a: [1, 2] })).toEqual([])
    expect(reported({ a: null }, { a: { b: 1 } })).toEqual([['a', 'changed', null, { b: 1 }]])
  })

  it('D2: compare lists by id if their entries have ids, and other lists as a whole', () => {
    const before = { rules: [{ id: 1, x: 1 }, { id: 2, x: 2 }], tags: ['a', 'b'] } // biome-ignore format: one line reads better
    const after = { rules: [{ id: 2, x: 3 }, { id: 3, x: 4 }], tags: ['b'] } // biome-ignore format: one line reads better
    expect(reported(before, after)).toEqual([
      ['rules.1', 'removed', { id: 1, x: 1 }, null],
      ['rules.2.x', 'changed', 2, 3],
      ['rules.3', 'added', null, { id: 3, x: 4 }],
      ['tags', 'changed', ['a', 'b'], ['b']],
    ])
  })

  it('D3: are changes of the order if the same entries are in another order', () => {
    const [a, b] = [{ id: 'a' }, { id: 'b' }]
    expect(reported({ list: [a, b] }, { list: [b, a] })).toEqual([['list', 'changed', ['a', 'b'], ['b', 'a']]])
    const other = reported({ first: [a, b], second: [a] }, { first: [a], second: [a, b] })
    expect(other.map(([path, kind]) => [path, kind])).toEqual([['first.b', 'removed'], ['second.b', 'added']]) // biome-ignore format: one line reads better
  })

  it('D4: compare a list as a whole if an id repeats or is missing', () => {
    expect(membersOf([{ id: 1 }, { id: 1 }])).toBeUndefined()
    expect(membersOf([{ id: 1 }, {}])).toBeUndefined()
    expect([membersOf([null]), membersOf('a'), membersOf(null)]).toEqual([undefined, undefined, undefined])
    expect(membersOf([{ id: 1 }, { id: 'b' }])).toMatchObject({ kind: 'list' })
    expect(membersOf({ id: 1 })).toEqual({ kind: 'object', members: new Map([['id', 1]]) })
    expect(reported({ a: [{ id: 1 }] }, { a: { 1: 2 } })).toEqual([['a', 'changed', [{ id: 1 }], { 1: 2 }]])
  })

  it('D5: are at most 500', () => {
    const wide = (value: number) => Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`k${i}`, value]))
    expect(reported(wide(1), wide(2))).toHaveLength(500)
  })

  it('D6: ignore the order of keys, but not of lists', () => {
    expect(isSame({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true)
    expect([isSame([1, 2], [2, 1]), isSame([], {}), isSame({}, []), isSame(null, {})]).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect([isSame({ a: 1 }, { a: 1, b: 2 }), isSame({ a: undefined }, { b: 1 }), isSame(1, '1')]).toEqual([false, false, false]) // biome-ignore format: one line reads better
    expect([isSame({}, null), isSame('a', {}), isSame({}, 'a')]).toEqual([false, false, false])
  })
})
