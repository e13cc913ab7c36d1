/**
 * Carts of what was shown. A product that is ordered was in a cart, whether an event said so or not; one that was put into a cart and
 * not ordered counts once. Both are told by the touch that earned them, so that under every name of the reports there are at least as
 * many carts as orders, whatever the range:
 *
 *   an order line      counts a cart, on the day of the order
 *   a cart addition    counts one on its own day, while no order line is put down to the same touch and product
 */
import { everyDimension } from './conversion-rollups.ts'
import type { Conversion, RollupChange, Source } from './derived-facts.ts'
import type { Attribution } from './derived-records.ts'
import type { ShopDays } from './shop-days.ts'
import { compareTexts } from './spells.ts'

/** Order lines and cart additions that came of one product by one touch. */
export interface Carted {
  /** Order lines. */
  lines: number
  /** Cart additions by key, with when they happened. */
  carts: Record<string, number>
  source: Source
}

export interface CartedKey {
  event: string
  product: number
}

export interface CartedRecords {
  carted(key: CartedKey): Carted | undefined
  putCarted(key: CartedKey, carted: Carted): void
}

/** Keys of what the conversion is put down to. */
export function cartedKeys(attributions: readonly Attribution[]): CartedKey[] {
  const last = attributions.filter(({ model }) => model === 'last')
  return last.map(({ touch }) => ({ event: touch.eventId, product: touch.productId }))
}

/** The conversion was put down to `before`, and is to `after`. Answers how the rollups change. */
export function moveCarted(
  records: CartedRecords,
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
  records: CartedRecords,
  conversion: Conversion,
  { attributions, by, days }: Change,
): RollupChange[] {
  const { kind, key, atMs } = conversion
  return attributions
    .filter(({ model }) => model === 'last')
    .flatMap(({ touch }) => {
      const place = { event: touch.eventId, product: touch.productId }
      const was = records.carted(place) ?? { lines: 0, carts: {}, source: touch.source }
      const { [key]: _gone, ...others } = was.carts
      const carts = kind === 'order' ? was.carts : by === 1 ? { ...others, [key]: atMs } : others
      const is: Carted = { lines: was.lines + (kind === 'order' ? by : 0), carts, source: touch.source }
      records.putCarted(place, is)
      return [...leftCarts(was, days, -1), ...leftCarts(is, days, 1)]
    })
}

/** A cart that nobody ordered. */
function leftCarts({ lines, carts, source }: Carted, days: ShopDays, by: 1 | -1): RollupChange[] {
  const [first] = firstCart(carts)
  if (lines > 0 || first === undefined) return []
  const day = days.dayOf(carts[first]!)
  return everyDimension(source).map(([dimension, key]) => ({ day, dimension, key, metric: 'carts', value: by }))
}

function firstCart(carts: Carted['carts']): string[] {
  return Object.keys(carts).sort((a, b) => carts[a]! - carts[b]! || compareTexts(a, b))
}

/** Rollups that a cart addition has in the reports. */
export function cartRollups(
  records: CartedRecords,
  cart: Conversion,
  given: { attributions: readonly Attribution[]; days: ShopDays },
): RollupChange[] {
  const places = new Map(cartedKeys(given.attributions).map((place) => [`${place.event}\n${place.product}`, place]))
  return [...places.values()].flatMap((place) => {
    const carted = records.carted(place)
    return carted && firstCart(carted.carts)[0] === cart.key ? leftCarts(carted, given.days, 1) : []
  })
}
