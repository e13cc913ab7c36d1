import { expect, it } from 'vitest'
import { CountsPool, countOne } from '../facets/value-counts.ts'
import { analyzerFor } from './analysis/analyzer.ts'
import { searchText } from './search-text.ts'
import { sampleDoc } from './testing/sample-docs.ts'
import { settingsCache, TextSegmentCache } from './text-cache.ts'
import { type TextIndex, textIndexOf } from './text-index.ts'
import { buildTextSegment, type TextSegment } from './text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from './text-settings.ts'
import { Workspace } from './workspace.ts'

const hats = buildTextSegment(
  ['Wool hat', 'Wool scarf', 'Felt hat', 'Wool hat with felt'].map((title) => sampleDoc({ title, price: 20 })),
  analyzerFor('en'),
)
const mugs = buildTextSegment(
  ['Felt coaster', 'Mug', 'Wool mug cover', 'Mug'].map((title) => sampleDoc({ title, price: 5 })),
  analyzerFor('en'),
)

function indexOf(segment: TextSegment, workspace: Workspace): TextIndex {
  const view = { segment, liveDocs: null, isWhole: true, ids: null, cache: new TextSegmentCache() }
  return textIndexOf([view], 'en', { settings: settingsCache(), workspace })
}

function ask(index: TextIndex, text: string) {
  return searchText(index, { text, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit: 10 })
}

it('answers right after a query of another index that failed midway', () => {
  const shared = new Workspace()
  const whole = indexOf(mugs, new Workspace())
  // Docs have been scored by the time prices are looked at.
  const broken = indexOf({ ...hats, prices: undefined as unknown as Float32Array }, shared)
  for (const text of ['wool', 'wool mug', 'felt mug cover']) {
    expect(() => ask(broken, 'wool hat under 50')).toThrow(TypeError)
    expect(ask(indexOf(mugs, shared), text)).toEqual(ask(whole, text))
  }
})

it('lends the same accumulators to one query after another', () => {
  const workspace = new Workspace()
  const index = indexOf(hats, workspace)
  ask(index, 'wool')
  const held = workspace.bytes
  expect(held).toBeGreaterThan(0)
  ask(index, 'felt hat')
  expect(workspace.bytes).toBe(held)
})

it('lends counts that are zero after facets that failed midway', () => {
  const pool = new CountsPool()
  const failing = () =>
    pool.withCounts(8, (counted) => {
      countOne(counted, 3)
      throw new RangeError('midway')
    })
  pool.withCounts(8, (counted) => countOne(counted, 5))
  expect(failing).toThrow(RangeError)
  expect(pool.withCounts(8, ({ counts, touchedCount }) => [...counts.subarray(0, 8), touchedCount])).toEqual(
    new Array(9).fill(0),
  )
})
