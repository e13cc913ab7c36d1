/** Limits numbers and currencies in a platform's payload. Values of other types count as unreadable. */
import type { TSchema } from 'typebox'
import { MAX_AMOUNT, MAX_PIECES } from '../numbers.ts'
import { Type } from '../type.ts'

const fields = (properties: Record<string, TSchema>, options: Record<string, unknown> = {}): TSchema =>
  Type.Unsafe<unknown>({ properties, ...options })
const list = (items: TSchema): TSchema => Type.Unsafe<unknown>({ items })

const currency = Type.Unsafe<unknown>({ format: 'currency' })
const amount = { minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT, format: 'amount' }
const money = fields({ amount: Type.Unsafe<unknown>(amount), currencyCode: currency }, amount)
const quantity = Type.Unsafe<unknown>({ maximum: MAX_PIECES, format: 'pieces' })
const variant = fields({ price: money })
const cost = fields({ totalAmount: money })
const cartLine = fields({ quantity, cost, merchandise: variant })
const lineItem = fields({ quantity, variant, finalLinePrice: money })
const cartLines = list(cartLine)

const wrapped = fields({ nodes: cartLines, edges: list(fields({ node: cartLine })) }, { items: cartLine })

export const CartBounds = fields({ cost, items: cartLines, lines: wrapped })

/** One schema for all standard events, because a field means the same in each. */
export const DataBounds = fields({
  productVariant: variant,
  cartLine,
  cart: CartBounds,
  collection: fields({ productVariants: list(variant) }),
  searchResult: fields({ productVariants: list(variant) }),
  checkout: fields({ currencyCode: currency, totalPrice: money, lineItems: list(lineItem) }),
})
