import { describe, expect, it } from 'vitest'
import type { Picture } from '../colors/picture.ts'
import { isPageOfWords } from './page-of-words.ts'

const WIDTH = 97
const HEIGHT = 140

interface Box {
  left: number
  top: number
  width: number
  height: number
}

function drawn(boxes: readonly Box[]): Picture {
  const pixels = new Uint8Array(3 * WIDTH * HEIGHT).fill(255)
  for (const { left, top, width, height } of boxes)
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++) pixels.fill(40, 3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3)
  return { width: WIDTH, height: HEIGHT, pixels }
}

const lines = (count: number): Box[] =>
  Array.from({ length: 4 * count }, (_, i) => ({
    left: 6 + (i % 4) * 22,
    top: 10 + Math.floor(i / 4) * 10,
    width: 12 + ((i * 7) % 6),
    height: 4,
  }))

describe('a page of words', () => {
  it('is recognized by even marks in rows', () => {
    expect(isPageOfWords(drawn(lines(11)))).toBe(true)
  })

  it('is not recognized with a product between the words, as in a screenshot', () => {
    expect(isPageOfWords(drawn([...lines(4), { left: 10, top: 60, width: 70, height: 60 }]))).toBe(false)
  })

  it('is not recognized from a few objects side by side, or a single one', () => {
    expect(isPageOfWords(drawn(lines(2)))).toBe(false)
    expect(isPageOfWords(drawn([{ left: 20, top: 30, width: 50, height: 70 }]))).toBe(false)
  })

  it('is not recognized from large marks: a tray of jewelry has rows too', () => {
    const tray = Array.from({ length: 12 }, (_, i) => ({
      left: 6 + (i % 3) * 30,
      top: 6 + Math.floor(i / 3) * 32,
      width: 20,
      height: 22,
    }))
    expect(isPageOfWords(drawn(tray))).toBe(false)
  })

  /** Two marks per row: 16 marks make the 8 rows that a page needs. */
  const marks = (count: number, height: number, width = 12): Box[] =>
    Array.from({ length: count }, (_, i) => ({
      left: 6 + (i % 2) * 30,
      top: 4 + Math.floor(i / 2) * (height + 4),
      width,
      height,
    }))

  it('needs eight rows', () => {
    expect([isPageOfWords(drawn(lines(7))), isPageOfWords(drawn(lines(8)))]).toEqual([false, true])
  })

  it('needs sixteen marks of more than two pixels', () => {
    expect([isPageOfWords(drawn(marks(15, 4))), isPageOfWords(drawn(marks(16, 4)))]).toEqual([false, true])
    const dots = (width: number) => [80, 85, 90].map((left) => ({ left, top: 4, width, height: 1 }))
    expect(isPageOfWords(drawn([...marks(15, 4), ...dots(2)]))).toBe(false)
    expect(isPageOfWords(drawn([...marks(15, 4), ...dots(3)]))).toBe(true)
  })

  it('has marks of at most nine hundredths of its longer side', () => {
    expect([isPageOfWords(drawn(marks(16, 12))), isPageOfWords(drawn(marks(16, 13)))]).toEqual([true, false])
  })

  it('has marks of which seven tenths are about as high as the middle one', () => {
    const mixed = (even: number, height: number) =>
      isPageOfWords(drawn(marks(20, 8).map((mark, i) => (i < even ? { ...mark, height: 4 } : { ...mark, height }))))
    expect([mixed(14, 8), mixed(13, 8)]).toEqual([true, false])
    expect([mixed(11, 6), mixed(11, 7)]).toEqual([true, false])
    expect([mixed(11, 2), mixed(11, 1)]).toEqual([true, false])
  })

  it('has no mark with more than a fifth of its ink', () => {
    const withLarge = (width: number) =>
      isPageOfWords(drawn([...marks(32, 4), { left: 55, top: 20, width, height: 10 }]))
    expect([withLarge(38), withLarge(39)]).toEqual([true, false])
  })
})
