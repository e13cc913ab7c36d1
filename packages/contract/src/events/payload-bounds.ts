/**
 * How large the numbers of a platform's payload may be, and that its currencies are some. Only the fields that are read have bounds, and
 * only a value of the right kind is held to them: what is missing or shaped otherwise is kept as sent, and counted as unreadable.
 */
import type { TSchema } from 'typebox'
import { MAX_AMOUNT, MAX_PIECES } from '../numbers.ts'
import { Type } from '../type.ts'

/** Fields of an object, where it is one. */
const fields = (properties: Record<string, TSchema>, options: Record<string, unknown> = {}): TSchema =>
  Type.Unsafe<unknown>({ properties, ...options })
const list = (items: TSchema): TSchema => Type.Unsafe<unknown>({ items })

const currency = Type.Unsafe<unknown>({ format: 'currency' })
const amount = { minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT, format: 'amount' }
/** `19.9`, `"19.90"` or `{amount, currencyCode}`. */
const money = fields({ amount: Type.Unsafe<unknown>(amount), currencyCode: currency }, amount)
const quantity = Type.Unsafe<unknown>({ maximum: MAX_PIECES, format: 'pieces' })
const variant = fields({ price: money })
const cost = fields({ totalAmount: money })
const cartLine = fields({ quantity, cost, merchandise: variant })
const lineItem = fields({ quantity, variant, finalLinePrice: money })
const cartLines = list(cartLine)

const wrapped = fields({ nodes: cartLines, edges: list(fields({ node: cartLine })) }, { items: cartLine })

/** A cart in each of the platform's shapes. */
export const CartBounds = fields({ cost, items: cartLines, lines: wrapped })

/** `event.data` of any standard event: no field means another thing in another event. */
export const DataBounds = fields({
  productVariant: variant,
  cartLine,
  cart: CartBounds,
  collection: fields({ productVariants: list(variant) }),
  searchResult: fields({ productVariants: list(variant) }),
  checkout: fields({ currencyCode: currency, totalPrice: money, lineItems: list(lineItem) }),
})
