import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTooDeep, MAX_DEPTH } from './json-depth.ts'

const nested = (levels: number, open: string, close: string) =>
  Buffer.from(`${open.repeat(levels)}0${close.repeat(levels)}${' '.repeat(3 * MAX_DEPTH)}`)

describe('isTooDeep', () => {
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

  it('does not count brackets in texts', () => {
    expect(isTooDeep(Buffer.from(JSON.stringify(['[{"'.repeat(5 * MAX_DEPTH)])))).toBe(false)
  })

  it('lets all JSON of few levels pass, however long', () => {
    fc.assert(
      fc.property(fc.array(fc.json({ maxDepth: 5 }), { minLength: 50 }), (parts) => {
        expect(isTooDeep(Buffer.from(`[${parts.join(',')}]`))).toBe(false)
      }),
      { numRuns: 50 },
    )
  })
})
