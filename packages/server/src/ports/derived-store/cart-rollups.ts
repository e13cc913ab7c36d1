/**
 * Counts carts per touch. An ordered product was in a cart, whether or not an event reported it, so both order lines
 * and cart additions are counted under the touch that earned them. Every row of a report then has at least as many
 * carts as orders, in any range:
 *
 * an order line      counts a cart, on the day of the order
 * a cart addition    counts one on its own day, as long as no order line is attributed to the same touch and product
 */
import { everyDimension } from './conversion-rollups.ts'
import type { Conversion, RollupChange, Source } from './derived-facts.ts'
import type { Attribution } from './derived-records.ts'
import type { ShopDays } from './shop-days.ts'
import { compareTexts } from './activity-spans.ts'

/** What one touch led to for one product. */
export interface CartCredit {
  lines: number
  /** Time of each cart addition, keyed by its conversion. */
  carts: Record<string, number>
  source: Source
}

export interface CartCreditKey {
  event: string
  product: number
}

export interface CartCreditRecords {
  cartCredit(key: CartCreditKey): CartCredit | undefined
  putCartCredit(key: CartCreditKey, credit: CartCredit): void
}

export function cartCreditKeys(attributions: readonly Attribution[]): CartCreditKey[] {
  const last = attributions.filter(({ model }) => model === 'last')
  return last.map(({ touch }) => ({ event: touch.eventId, product: touch.productId }))
}

export function moveCartCredit(
  records: CartCreditRecords,
  conversion: Conversion,
  { before, after, days }: { before: readonly Attribution[]; after: readonly Attribution[]; days: ShopDays },
): RollupChange[] {
  return [
    ...changeEach(records, conversion, { attributions: before, by: -1, days }),
    ...changeEach(records, conversion, { attributions: after, by: 1, days }),
  ]
}

interface Change {
  attributions: readonly Attribution[]
  by: 1 | -1
  days: ShopDays
}

function changeEach(
  records: CartCreditRecords,
  conversion: Conversion,
  { attributions, by, days }: Change,
): RollupChange[] {
  const { kind, key, atMs } = conversion
  return attributions
    .filter(({ model }) => model === 'last')
    .flatMap(({ touch }) => {
      const place = { event: touch.eventId, product: touch.productId }
      const was = records.cartCredit(place) ?? { lines: 0, carts: {}, source: touch.source }
      const { [key]: _gone, ...others } = was.carts
      const carts = kind === 'order' ? was.carts : by === 1 ? { ...others, [key]: atMs } : others
      const is: CartCredit = { lines: was.lines + (kind === 'order' ? by : 0), carts, source: touch.source }
      records.putCartCredit(place, is)
      return [...leftCarts(was, days, -1), ...leftCarts(is, days, 1)]
    })
}

function leftCarts({ lines, carts, source }: CartCredit, days: ShopDays, by: 1 | -1): RollupChange[] {
  const [first] = firstCart(carts)
  if (lines > 0 || first === undefined) return []
  const day = days.dayOf(carts[first]!)
  return everyDimension(source).map(([dimension, key]) => ({ day, dimension, key, metric: 'carts', value: by }))
}

function firstCart(carts: CartCredit['carts']): string[] {
  return Object.keys(carts).sort((a, b) => carts[a]! - carts[b]! || compareTexts(a, b))
}

export function cartRollups(
  records: CartCreditRecords,
  cart: Conversion,
  given: { attributions: readonly Attribution[]; days: ShopDays },
): RollupChange[] {
  const places = new Map(cartCreditKeys(given.attributions).map((place) => [`${place.event}\n${place.product}`, place]))
  return [...places.values()].flatMap((place) => {
    const credit = records.cartCredit(place)
    return credit && firstCart(credit.carts)[0] === cart.key ? leftCarts(credit, given.days, 1) : []
  })
}
