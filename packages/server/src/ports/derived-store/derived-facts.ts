/** The facts that one pass over a batch of events adds. See `derived-store.ts` for how they are stored. */
import type { EventDevice, EventTrust, Surface } from '../event-log/shop-event.ts'

export type Subject = string

/** Money is stored as a whole number of ten-thousandths, so that sums are the same in any order. */
export const MONEY_SCALE = 10_000

/** Sums are limited to exact integers. In money that is 900 billion units under one key, which no shop reaches. */
export const LARGEST_SUM = Number.MAX_SAFE_INTEGER

export function boundedSum(sum: number): number {
  return Math.max(-LARGEST_SUM, Math.min(LARGEST_SUM, sum))
}

/** Origin of a touch or a conversion, as far as it is known. */
export interface Source {
  surface: Surface
  section?: string
  recommendationType?: string
  /** `experience/variant`. */
  variant?: string
  query?: string
  /** 1 is the first position shown. */
  position?: number
  step?: string
  /** Id of the serve that the event was matched with. */
  serve?: string
  /** Segment of the shopper, see segments.ts. */
  segment?: string
}

export interface HistoryFact {
  subject: Subject
  productId: number
  /** Milliseconds; 0 means never. `removedAtMs` of product 0 is the time just before a report of the whole cart. */
  browsedAtMs: number
  addedAtMs: number
  removedAtMs: number
  boughtAtMs: number
  /** Pieces added or removed; absent means that 1 was added or removed. */
  cart?: { kind: CartMoveKind; quantity: number }
}

/** `surface`: an addition that the shop reports and usually the platform too. `whole`: the quantity in a whole cart. */
export type CartMoveKind = 'add' | 'surface' | 'remove' | 'whole'

export interface RollupChange {
  /** Days since 1970 on the shop's calendar (see shop-days.ts). */
  day: number
  dimension: string
  key: string
  metric: string
  value: number
}

/** Events of a visitor without a gap of `GAP_MS` (see activity-spans.ts). Visits over several batches are joined. */
export interface Visit {
  visitor: string
  firstAtMs: number
  lastAtMs: number
  /** Path on which the visit began. */
  path: string
  device: EventDevice
  /** Market and locale of the visit, as `placeText`, and the time they were first known; '' and 0 if unknown. */
  placedAtMs: number
  place: string
  /** Bits of VISIT_STEPS. */
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

/** Outcome of a search's first answer: `approximate` has only relaxed or semantic matches; '' is unknown. */
export type SearchAnswer = '' | 'found' | 'approximate' | 'empty'

/** Events of one visitor with one query, including further pages, filters and sorts, without a gap of `GAP_MS`. */
export interface Search {
  visitor: string
  /** Normalized. For a search counted in a segment, it has the segment's prefix (see segments.ts). */
  query: string
  firstAtMs: number
  lastAtMs: number
  answeredAtMs: number
  answer: SearchAnswer
  /** Only the earliest click per product. */
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
  /** Amount of the whole line, in ten-thousandths of `currency`. */
  amount: number
}

/** A cart addition or an order. Of two with one key, the more trusted counts, then the earlier, then the smaller id. */
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
  /** false: models do not learn from it. */
  teaches?: false
  /** The shopper's segment, under which the conversion is also counted. */
  segment?: string
}

/** Lines that were refunded. The order counts for the rest, whether the order or the refund arrives first. */
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

/** UTC day on which a subject visited. */
export interface VisitDayFact {
  subject: Subject
  day: number
}

export interface DerivedBatch {
  /** Set if derived events are processed again to count only sums by day (see `setZone`). */
  recount?: boolean
  /** Offset of a set-aside event (see set-aside.ts), which is derived once without changing the shop's offset. */
  replay?: number
  /** Log offsets: the batch contains the events after the first, up to and including the second. */
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
