import { describe, expect, it } from 'vitest'
import { edgeBands, roomsOfRows, rowsOf } from './page-layout.ts'

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width - 1,
  bottom: top + height - 1,
})
const page = { width: 80, height: 170, pixels: new Uint8Array(3 * 80 * 170) }

/** Draws a grey page with bands: `[top, height, level]`. */
function banded(bands: readonly (readonly [number, number, number])[], ground = 24) {
  const { width, height } = page
  const pixels = new Uint8Array(3 * width * height).fill(ground)
  for (const [top, high, level] of bands) pixels.fill(level, 3 * top * width, 3 * (top + high) * width)
  return { width, height, pixels }
}

describe('the layout of a page', () => {
  it('P1: puts regions that overlap in height into one row, and lists rows from the top down', () => {
    const [bar, bottle, cap, title] = [box(0, 0, 80, 14), box(20, 40, 10, 30), box(40, 60, 8, 20), box(4, 90, 40, 4)]
    expect(rowsOf([title, cap, bar, bottle])).toEqual([[bar], [bottle, cap], [title]])
  })

  it('P2: gives a row the space up to its neighbours, with the row in its middle; the largest comes first', () => {
    const [bar, thing, title, words] = [box(0, 0, 80, 14), box(36, 44, 8, 10), box(4, 84, 40, 4), box(4, 92, 40, 78)]
    const rooms = roomsOfRows([bar, words, thing, title], page)
    expect(rooms[0]).toEqual(box(0, 90, 80, 80))
    expect(rooms[1]).toEqual(box(5, 14, 70, 70))
  })

  it('P3: keeps the space of a row within the page', () => {
    const [bar, thing] = [box(0, 0, 80, 14), box(2, 60, 8, 10)]
    expect(roomsOfRows([bar, thing], page)[0]).toEqual(box(0, 25, 80, 80))
    const [right, title] = [box(70, 30, 8, 8), box(4, 60, 40, 4)]
    expect(roomsOfRows([bar, right, title], page)).toContainEqual(box(34, 14, 46, 46))
  })

  it('P7: gives no space to a row wider than eighty-five hundredths of it, such as a row of cards', () => {
    const cards = [box(3, 60, 35, 40), box(42, 60, 35, 40)]
    expect(roomsOfRows(cards, page)).toEqual([])
    expect(roomsOfRows([box(6, 60, 69, 40)], page)).toEqual([])
    expect(roomsOfRows([box(6, 60, 68, 40)], page)).toEqual([box(0, 40, 80, 80)])
  })

  it('P4: finds pictures as wide as the page as bands, the largest first', () => {
    expect(edgeBands(banded([[20, 70, 250]]))).toEqual([box(0, 90, 80, 80), box(0, 20, 80, 70)])
  })

  it('P5: finds no bands in a page of one color, nor below fifteen hundredths of it', () => {
    expect(edgeBands(banded([]))).toEqual([])
    expect(edgeBands(banded([[10, 25, 250]])).some(({ top }) => top === 10)).toBe(false)
    expect(edgeBands(banded([[10, 26, 250]])).some(({ top }) => top === 10)).toBe(true)
  })

  it('P6: ends a band where its two edges differ', () => {
    const picture = banded([[20, 70, 250]])
    // An object cut by the right edge.
    for (let y = 50; y < 90; y++) picture.pixels.fill(90, 3 * (y * 80 + 60), 3 * (y + 1) * 80)
    expect(edgeBands(picture)).toEqual([box(0, 90, 80, 80), box(0, 20, 80, 30)])
  })
})
