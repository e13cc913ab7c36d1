import type { DerivedBatch } from './derived-facts.ts'

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
