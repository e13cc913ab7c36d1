import type { DerivedBatch } from './derived-facts.ts'

/** Only advances the offset. */
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
