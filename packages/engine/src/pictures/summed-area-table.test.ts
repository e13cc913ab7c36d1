import { describe, expect, it } from 'vitest'
import { SummedAreaTable } from './summed-area-table.ts'

const halves = {
  width: 8,
  height: 8,
  pixels: Uint8Array.from({ length: 3 * 64 }, (_, i) => {
    const isLeft = Math.floor(i / 3) % 8 < 4
    return [isLeft ? 100 : 0, isLeft ? 0 : 200, 0][i % 3]
  }),
}

describe('the cells of a grid', () => {
  it('have the mean color of what they cover, including parts of pixels', () => {
    const table = new SummedAreaTable(halves)
    const two = table.cells({ x: 2.5, y: 1.5, cell: 1.5, columns: 2, rows: 1 })
    expect([...two].map(Math.round)).toEqual([100, 0, 0, 0, 200, 0])
    expect([...table.cells({ x: 3, y: 0, cell: 2, columns: 1, rows: 1 })]).toEqual([50, 100, 0])
  })

  it('have the background outside the mask, and no edge outside the picture', () => {
    const right = Uint8Array.from({ length: 64 }, (_, at) => (at % 8 < 4 ? 0 : 1))
    const masked = new SummedAreaTable(halves, right)
    expect([...masked.cells({ x: 3, y: 0, cell: 2, columns: 1, rows: 1 }, { background: [20, 20, 20] })]).toEqual([
      10, 110, 10,
    ])
    expect([...masked.cells({ x: 3, y: 0, cell: 2, columns: 1, rows: 1 })]).toEqual([0, 200, 0])
    const outside = new SummedAreaTable(halves).cells({ x: -1, y: -1, cell: 2, columns: 1, rows: 1 })
    expect([...outside]).toEqual([100, 0, 0])
  })

  it('of one table are not changed by another table', () => {
    const red = new SummedAreaTable(halves).cells({ x: 0, y: 0, cell: 1, columns: 1, rows: 1 })
    new SummedAreaTable(halves).cells({ x: 6, y: 0, cell: 1, columns: 1, rows: 1 })
    expect([...red]).toEqual([100, 0, 0])
  })
})
