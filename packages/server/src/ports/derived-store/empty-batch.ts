import type { DerivedBatch } from './derived-facts.ts'

/** A batch that moves the offset on and holds nothing yet. */
export function emptyBatch(fromOffset: number, toOffset: number): DerivedBatch {
  return {
    fromOffset,
    toOffset,
    links: [],
    histories: [],
    rollups: [],
    visitDays: [],
    visits: [],
    searches: [],
    touches: [],
    conversions: [],
    refunds: [],
    exposures: [],
  }
}
