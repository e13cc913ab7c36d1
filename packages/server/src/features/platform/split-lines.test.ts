import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineSplitter } from './split-lines.ts'

function split(bytes: Buffer, chunkBytes: number, maxBytes?: number) {
  const splitter = new LineSplitter(maxBytes)
  const lines = []
  for (let at = 0; at < bytes.length; at += chunkBytes)
    lines.push(...splitter.push(bytes.subarray(at, at + chunkBytes)))
  return [...lines, ...splitter.end()].map(({ line, bytes: content }) => [line, content?.toString()])
}

const text = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r\n', ' ') })

describe('LineSplitter', () => {
  it('splits chunks like the whole text, wherever they are cut, and leaves out empty lines', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (given, chunkBytes) => {
        const numbered = given.split('\n').map((line, index) => ({ number: index + 1, line }))
        const filled = numbered.filter(({ line }) => line !== '')
        const whole = filled.map(({ number, line }) => [number, line.replace(/\r$/, '')])
        expect(split(Buffer.from(given), chunkBytes)).toEqual(whole)
      }),
    )
  })

  it('skips only a line that is too long', () => {
    expect(split(Buffer.from('ab\ncdefg\nhi\njklmnop'), 2, 3)).toEqual([
      [1, 'ab'],
      [2, undefined],
      [3, 'hi'],
      [4, undefined],
    ])
  })
})
