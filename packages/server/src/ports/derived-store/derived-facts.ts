/** Defines what one pass over events adds: the facts of a batch. See `derived-store.ts` for what is made of them. */
import type { EventDevice, EventTrust, Surface } from '../event-log/shop-event.ts'

export type Subject = string

/** Money as a whole number of ten-thousandths: sums come out the same in any order. */
export const MONEY_SCALE = 10_000

/**
 * No sum is kept beyond it, on either side of zero: a larger one could not be read exactly. It is 900 billion units of money, or of
 * anything else, under one key of one report: whoever reaches it has invented his orders.
 */
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
  /** 1 is the first place shown. */
  position?: number
  step?: string
  /** The id of the serve that was joined. */
  serve?: string
  /** Segment of the shopper, see segments.ts. */
  segment?: string
}

export interface HistoryFact {
  subject: Subject
  productId: number
  /** Milliseconds of the latest of each; 0: never. Product 0 with `removedAtMs` says that the cart was seen whole just after that time. */
  browsedAtMs: number
  addedAtMs: number
  removedAtMs: number
  boughtAtMs: number
  /** Effect of `addedAtMs` or `removedAtMs` on the cart, in pieces; absent means 1 by `add` or `remove`. */
  cart?: { kind: CartMoveKind; quantity: number }
}

/** surface: the shop's own report of an addition, which the platform mostly reports too. whole: so many were in a cart that was seen whole. */
export type CartMoveKind = 'add' | 'surface' | 'remove' | 'whole'

/** Adds `value` to one number of one day. */
export interface RollupChange {
  /** Days since 1970 on the shop's calendar (see shop-days.ts). */
  day: number
  dimension: string
  key: string
  metric: string
  value: number
}

/** Events of one visitor without a gap of `GAP_MS` (see spells.ts). Facts of several batches are joined. */
export interface Visit {
  visitor: string
  firstAtMs: number
  lastAtMs: number
  /** Path at which it began. */
  path: string
  device: EventDevice
  /** When it is first known where the visit was answered, and where (see segments.ts); 0 and '' where it is not. */
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

/** Outcome of a search's first answer: it had nothing at all, or nothing but what is near in meaning. '' if no answer is known. */
export type SearchAnswer = '' | 'found' | 'approximate' | 'empty'

/** One query of one visitor, with its further pages, filters and sorts: events of it without a gap of `GAP_MS`. */
export interface Search {
  visitor: string
  /** Normalized; of a segment with its mark (see segments.ts). */
  query: string
  firstAtMs: number
  lastAtMs: number
  answeredAtMs: number
  answer: SearchAnswer
  /** One a product: the earliest. */
  clicks: SearchClick[]
}

export interface SearchClick {
  productId: number
  atMs: number
  eventId: string
  /** false: it is counted, and evidence of nothing. */
  teaches?: false
  source: Source
}

export interface TouchFact {
  kind: 'click' | 'view'
  subject: Subject
  atMs: number
  eventId: string
  products: TouchedProduct[]
  /** Without position and step, which are each product's own. */
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

/**
 * A cart addition or an order. Of two events with one key the one that is vouched for better counts, then the earlier, then the smaller
 * event id; the subjects of both do.
 */
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
  /** false: no evidence of what sells. */
  teaches?: false
  /** See segments.ts. */
  segment?: string
}

/** Takes back lines of an order. The order counts for what is left of it, whichever of the two is known first. */
export interface RefundFact {
  /** Key of the order. */
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

/** Somebody came on that day (UTC). */
export interface VisitDayFact {
  subject: Subject
  day: number
}

export interface DerivedBatch {
  /** Only what depends on days is counted, of events that were derived before (see `setZone`). */
  recount?: boolean
  /** The offset of an event that was set aside before (see set-aside.ts): derived once, wherever the log has come to since. */
  replay?: number
  /** Log offsets: the batch holds what came after the first, up to the second. */
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
