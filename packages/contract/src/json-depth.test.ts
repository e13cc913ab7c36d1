import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonExcess, MAX_DEPTH, PUBLIC_JSON_COST } from './json-depth.ts'

const excess = (json: Buffer) => jsonExcess(json, PUBLIC_JSON_COST)
const isTooDeep = (json: Buffer) => excess(json) === 'is nested too deeply'

const nested = (levels: number, open: string, close: string) =>
  Buffer.from(`${open.repeat(levels)}0${close.repeat(levels)}${' '.repeat(3 * MAX_DEPTH)}`)

describe('jsonExcess', () => {
  it.each([
    ['[', ']'],
    ['{"a":', '}'],
    ['{"}":[1,', ']}'],
    ['{"\\"}\\\\":', '}'],
    ['[[],{},', ']'],
  ])('counts the levels of %s', (open, close) => {
    const levelsOfOne = [...open.replaceAll(/"[^:]*":|\[\]|\{\}/g, '')].filter((c) => '[{'.includes(c)).length
    const fits = Math.floor(MAX_DEPTH / levelsOfOne) - 1
    expect(isTooDeep(nested(fits, open, close))).toBe(false)
    expect(isTooDeep(nested(fits + 2, open, close))).toBe(true)
  })

  it('does not count brackets in strings', () => {
    expect(isTooDeep(Buffer.from(JSON.stringify(['[{"'.repeat(5 * MAX_DEPTH)])))).toBe(false)
  })

  it.each([
    ['lists', '[]', 40_000],
    ['objects', '{}', 40_000],
    ['named values', '{"a":1}', 25_000],
    ['numbers', '1', 400_000],
  ])('bounds what parsing %s costs, before it is parsed', (_, value, most) => {
    const list = (count: number) => Buffer.from(JSON.stringify(Array(Math.round(count)).fill(JSON.parse(value))))
    expect([excess(list(0.9 * most)), excess(list(1.1 * most))]).toEqual([undefined, 'has too many values'])
    expect(excess(Buffer.from(JSON.stringify(list(2 * most).toString())))).toBeUndefined()
  })

  it('accepts JSON of few levels and any length', () => {
    fc.assert(
      fc.property(fc.array(fc.json({ maxDepth: 5 }), { minLength: 50 }), (parts) => {
        expect(isTooDeep(Buffer.from(`[${parts.join(',')}]`))).toBe(false)
      }),
      { numRuns: 50 },
    )
  })
})
