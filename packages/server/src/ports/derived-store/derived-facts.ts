import type { EventDevice, EventTrust, Surface } from '../event-log/shop-event.ts'

export type Subject = string

/** Money is stored in whole ten-thousandths, so that sums are the same in any order. */
export const MONEY_SCALE = 10_000

/** Larger integers are not exact. In money this is 900 billion units, which no shop reaches. */
export const LARGEST_SUM = Number.MAX_SAFE_INTEGER

export function boundedSum(sum: number): number {
  return Math.max(-LARGEST_SUM, Math.min(LARGEST_SUM, sum))
}

export interface Source {
  surface: Surface
  section?: string
  recommendationType?: string
  /** `experience/variant`. */
  variant?: string
  query?: string
  /** Counted from 1. */
  position?: number
  step?: string
  serve?: string
  /** Segment of the shopper; see segments.ts. */
  segment?: string
}

export interface HistoryFact {
  subject: Subject
  productId: number
  /** 0 means never. `removedAtMs` of product 0 is the time just before a report of the whole cart. */
  browsedAtMs: number
  addedAtMs: number
  removedAtMs: number
  boughtAtMs: number
  /** If absent, 1 was added or removed. */
  cart?: { kind: CartMoveKind; quantity: number }
}

/** `surface`: an addition that the platform usually reports, too. `whole`: the quantity in a whole cart. */
export type CartMoveKind = 'add' | 'surface' | 'remove' | 'whole'

export interface RollupChange {
  /** Days since 1970, in the shop's time zone (see shop-days.ts). */
  day: number
  dimension: string
  key: string
  metric: string
  value: number
}

/** Events of a visitor without a gap of `GAP_MS` (see activity-spans.ts). Visits across batches are joined. */
export interface Visit {
  visitor: string
  firstAtMs: number
  lastAtMs: number
  path: string
  device: EventDevice
  /** Market and locale as `placeText`, and the time when they were first known; '' and 0 if unknown. */
  placedAtMs: number
  place: string
  /** Bits of `VISIT_STEPS` for the steps that were reached. */
  steps: number
  pages: string[]
}

export const VISIT_STEPS = {
  visit: 1,
  productView: 2,
  search: 4,
  click: 8,
  cartAdd: 16,
  checkout: 32,
  order: 64,
} as const

/** `approximate`: only relaxed or semantic matches; '': unknown. The first answer of a search counts. */
export type SearchAnswer = '' | 'found' | 'approximate' | 'empty'

/** Events of a visitor with one query, including further pages, filters and sort orders, without a gap of `GAP_MS`. */
export interface Search {
  visitor: string
  /** Normalized. A search counted in a segment has the segment as prefix (see segments.ts). */
  query: string
  firstAtMs: number
  lastAtMs: number
  answeredAtMs: number
  answer: SearchAnswer
  /** The earliest click on each product. */
  clicks: SearchClick[]
}

export interface SearchClick {
  productId: number
  atMs: number
  eventId: string
  /** false: the click counts in reports, but models do not learn from it. */
  teaches?: false
  source: Source
}

export interface TouchFact {
  kind: 'click' | 'view'
  subject: Subject
  atMs: number
  eventId: string
  products: TouchedProduct[]
  /** Without position and step, which each product has for itself. */
  source: Source
}

export interface TouchedProduct {
  productId: number
  position?: number
  step?: string
}

export interface ConversionLine {
  productId: number
  quantity: number
  /** Of the whole line, in ten-thousandths of `currency`. */
  amount: number
}

/** Of two with one key, the more trusted counts, then the earlier, then the one with the smaller id. */
export interface Conversion {
  kind: 'cart' | 'order'
  /** Order id, or the id of the event that added to the cart. */
  key: string
  atMs: number
  eventId: string
  subjects: Subject[]
  currency: string
  lines: ConversionLine[]
  trust?: EventTrust
  teaches?: false
  segment?: string
}

/** The rest of the order counts, whether the order or the refund arrives first. */
export interface RefundFact {
  order: string
  refund: string
  lines: ConversionLine[]
}

export interface ExposureFact {
  experience: string
  variant: string
  visitor: Subject
  atMs: number
}

export interface VisitDayFact {
  subject: Subject
  day: number
}

export interface DerivedBatch {
  /** Counts only sums by day of events that are already derived (see `setZone`). */
  recount?: boolean
  /** Offset of a set-aside event, which is derived without changing the shop's offset. */
  replay?: number
  /** The batch contains the events after `fromOffset`, up to and including `toOffset`. */
  fromOffset: number
  toOffset: number
  links: [Subject, Subject][]
  histories: HistoryFact[]
  rollups: RollupChange[]
  visitDays: VisitDayFact[]
  visits: Visit[]
  searches: Search[]
  touches: TouchFact[]
  conversions: Conversion[]
  refunds: RefundFact[]
  exposures: ExposureFact[]
}
