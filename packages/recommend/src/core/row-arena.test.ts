import { describe, expect, it } from 'vitest'
import { RowArena } from './row-arena.ts'

describe('sparse rows', () => {
  it('A1: return the size of the row, and count up to 65,535', () => {
    const rows = new RowArena()
    expect([rows.add(0, 7, 0.5, 65_530), rows.add(0, 8, 1, 1), rows.add(0, 7, 0.25, 100)]).toEqual([1, 2, 2])
    const cell = rows.find(0, 7)
    expect([rows.weights[cell], rows.counts[cell]]).toEqual([0.75, 65_535])
    expect(rows.counts[rows.find(0, 8)]).toBe(1)
  })

  it('A2: are empty for unknown rows and items', () => {
    const rows = new RowArena()
    rows.add(1, 5, 1, 1)
    for (const row of [0, 2, 500]) expect([rows.startOf(row), rows.sizeOf(row), rows.find(row, 5)]).toEqual([0, 0, -1])
    expect(rows.find(1, 6)).toBe(-1)
  })

  it('A3: begin with four cells and double; freed blocks are reused', () => {
    const rows = new RowArena()
    const starts = (row: number, items: number) =>
      Array.from({ length: items }, (_, item) => {
        rows.add(row, item, 1, 1)
        return rows.startOf(row)
      })
    expect(starts(0, 9)).toEqual([0, 0, 0, 0, 4, 4, 4, 4, 12])
    expect(starts(1, 5)).toEqual([0, 0, 0, 0, 4])
    expect(starts(2, 1)).toEqual([0])
    expect(starts(3, 1)).toEqual([28])
    expect(Array.from({ length: 9 }, (_, item) => rows.items[rows.find(0, item)])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('A4: reset a reused cell', () => {
    const rows = new RowArena()
    for (let item = 0; item < 5; item++) rows.add(0, item, 3, 2)
    rows.add(1, 9, 1, 1)
    const cell = rows.find(1, 9)
    expect([cell, rows.weights[cell], rows.counts[cell]]).toEqual([0, 1, 1])
  })

  it('A5: scale all weights and keep the counts', () => {
    const rows = new RowArena()
    for (let row = 0; row < 300; row++) rows.add(row, row, 8, 3)
    rows.scale(0.25)
    for (const row of [0, 150, 299]) {
      const cell = rows.find(row, row)
      expect([rows.weights[cell], rows.counts[cell]]).toEqual([2, 3])
    }
  })

  it('A6: take ten bytes per cell and twelve per row, including unused space', () => {
    const rows = new RowArena()
    expect(rows.byteLength).toBe(1024 * 10)
    for (let row = 0; row < 256; row++) rows.add(row, 1, 1, 1)
    expect(rows.byteLength).toBe(1024 * 10 + 256 * 12)
    rows.add(256, 1, 1, 1)
    expect(rows.byteLength).toBe(2048 * 10 + 512 * 12)
  })

  it('A7: are not pruned if they are short enough', () => {
    const rows = new RowArena()
    for (const item of [3, 1, 2]) rows.add(0, item, item, item)
    rows.prune(0, 3, () => Number.NaN)
    rows.prune(0, 4, () => Number.NaN)
    expect([1, 2, 3].map((item) => rows.counts[rows.find(0, item)])).toEqual([1, 2, 3])
    rows.prune(0, 2, (_, weight) => weight)
    expect([rows.sizeOf(0), rows.find(0, 1), rows.counts[rows.find(0, 2)], rows.weights[rows.find(0, 3)]]).toEqual([2, -1, 2, 3]) // biome-ignore format: one line reads better
  })

  it('A8: are restored with counts and empty rows', () => {
    const rows = new RowArena()
    for (const [row, item] of [[0, 4], [3, 1], [3, 2], [3, 9]] as const) rows.add(row, item, item / 2, row + 1) // biome-ignore format: one line reads better
    const saved = rows.saveArrays()
    expect([[...saved.items], [...saved.weights], [...saved.counts]]).toEqual([[4, 1, 2, 9], [2, 0.5, 1, 4.5], [1, 4, 4, 4]]) // biome-ignore format: one line reads better
    const loaded = RowArena.loadArrays(saved)
    expect([0, 1, 2, 3].map((row) => loaded.sizeOf(row))).toEqual([1, 0, 0, 3])
    expect(loaded.counts[loaded.find(3, 9)]).toBe(4)
  })
})
