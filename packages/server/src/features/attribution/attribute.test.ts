import { describe, expect, it } from 'vitest'
import type { Conversion } from '../../ports/derived-store/derived-facts.ts'
import type { Touch } from '../../ports/derived-store/derived-records.ts'
import { attribute } from './attribute.ts'

const order: Conversion = {
  kind: 'order',
  key: 'o',
  atMs: 100,
  eventId: 'e',
  subjects: [],
  currency: 'USD',
  lines: [{ productId: 1, quantity: 2, amount: 100 }],
}

function touch(kind: Touch['kind'], atMs: number, productId = 1): Touch {
  return { kind, atMs, productId, eventId: `${kind}-${atMs}`, source: { surface: 'search' } }
}

function earned(touches: Touch[]) {
  const { attributions } = attribute({ conversion: order, touches })
  return attributions.map(({ model, touch: { eventId }, amount }) => [model, eventId, amount])
}

describe('attribute', () => {
  it('prefers a click, however old, to a later view', () => {
    const found = earned([touch('view', 1), touch('click', 2), touch('click', 3), touch('view', 4)])
    expect(found).toEqual([
      ['last', 'click-3', 100],
      ['first', 'click-2', 100],
      ['linear', 'click-2', 50],
      ['linear', 'click-3', 50],
      ['none', 'view-1', 0],
      ['none', 'view-4', 0],
    ])
  })

  it('takes the last view if nothing was clicked, and distributes the remainder of equal parts', () => {
    expect(earned([touch('view', 1), touch('view', 2), touch('view', 3)])).toEqual([
      ['last', 'view-3', 100],
      ['first', 'view-1', 100],
      ['linear', 'view-1', 34],
      ['linear', 'view-2', 33],
      ['linear', 'view-3', 33],
    ])
  })

  it('keeps the latest twenty touches without credit, for the report', () => {
    const views = Array.from({ length: 30 }, (_, i) => touch('view', i + 1))
    const lost = earned([...views, touch('click', 50)]).filter(([model]) => model === 'none')
    expect(lost.map(([, event]) => event)).toEqual(views.slice(10).map(({ eventId }) => eventId))
  })

  it('gives nothing to touches of another product', () => {
    expect(earned([touch('click', 1, 2)])).toEqual([])
  })
})
