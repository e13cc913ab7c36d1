/** Reads a standard event's `data`, in the shape of the platform's pixel API. */
import { beginningOf } from '@vitrine/contract'
import type { EventAction, EventLine } from '../../ports/event-log/shop-event.ts'
import { readItemNumber } from '../../ports/record-store/item-number.ts'
import { readIdText } from '../platform/catalog-values.ts'
import {
  type Fields,
  fieldsOf,
  listOf,
  readAmount,
  readCurrency,
  readQuantity,
  readText,
  readTextId,
} from '../platform/event-values.ts'

export interface Meaning {
  action: EventAction
  lines: EventLine[]
  readable: boolean
  currency?: string
  orderId?: string
  total?: number
  query?: string
  collection?: string
}

export function readPixelData(name: string, data: unknown): Meaning {
  const fields = fieldsOf(data) ?? {}
  switch (name) {
    case 'page_viewed':
      return { action: 'page_view', lines: [], readable: true }
    case 'product_viewed':
      return readProductView(fields)
    case 'collection_viewed':
      return readCollection(fields)
    case 'search_submitted':
      return readSearch(fields)
    case 'product_added_to_cart':
      return readCartChange('cart_add', fields)
    case 'product_removed_from_cart':
      return readCartChange('cart_remove', fields)
    case 'cart_viewed':
      return readCart(fields)
    case 'checkout_completed':
      return readOrder(fields)
    case 'ui_extension_errored':
    case 'alert_displayed':
      return { action: 'other', lines: [], readable: true }
    default:
      return { ...readCheckout(fields), action: 'checkout' }
  }
}

function readProductView(data: Fields): Meaning {
  const variant = fieldsOf(data.productVariant)
  const line = variant && readVariant(variant, 1)
  return {
    action: 'product_view',
    lines: line ? [line] : [],
    readable: Boolean(line),
    currency: readCurrency(variant?.price),
  }
}

function readCollection(data: Fields): Meaning {
  const collection = fieldsOf(data.collection)
  const id = readIdText(collection?.id) ?? readText(collection?.handle)
  const lines = readVariants(collection?.productVariants)
  return { action: 'collection_view', lines, readable: id !== undefined, collection: id }
}

function readSearch(data: Fields): Meaning {
  const result = fieldsOf(data.searchResult)
  const query = typeof result?.query === 'string' ? beginningOf(result.query, 1024) : undefined
  return { action: 'search', lines: readVariants(result?.productVariants), readable: query !== undefined, query }
}

function readCartChange(action: 'cart_add' | 'cart_remove', data: Fields): Meaning {
  const line = readCartLine(data.cartLine)
  const currency = readCurrency(fieldsOf(fieldsOf(data.cartLine)?.cost)?.totalAmount)
  return { action, lines: line ? [line] : [], readable: Boolean(line), currency }
}

/** An empty cart is sent as null. */
function readCart(data: Fields): Meaning {
  const cart = fieldsOf(data.cart)
  const lines = listOf(cart?.lines).flatMap((line) => readCartLine(line) ?? [])
  const total = fieldsOf(cart?.cost)?.totalAmount
  const readable = data.cart === null || Array.isArray(cart?.lines)
  return { action: 'cart_view', lines, readable, currency: readCurrency(total), total: readAmount(total) }
}

function readOrder(data: Fields): Meaning {
  const meaning = readCheckout(data)
  const checkout = fieldsOf(data.checkout)
  const orderId = readTextId(fieldsOf(checkout?.order)?.id) ?? readTextId(checkout?.token)
  return { ...meaning, action: 'order', orderId, readable: orderId !== undefined && meaning.lines.length > 0 }
}

function readCheckout(data: Fields): Omit<Meaning, 'action'> {
  const checkout = fieldsOf(data.checkout)
  const lines = listOf(checkout?.lineItems).flatMap((item) => readLineItem(item) ?? [])
  return {
    lines,
    readable: Array.isArray(checkout?.lineItems),
    currency: readCurrency(checkout?.currencyCode) ?? readCurrency(checkout?.totalPrice),
    total: readAmount(checkout?.totalPrice),
  }
}

/** The price after discounts, or else the list price. */
function readLineItem(value: unknown): EventLine | undefined {
  const item = fieldsOf(value)
  const variant = fieldsOf(item?.variant)
  const quantity = readQuantity(item?.quantity)
  const line = variant && readVariant(variant, quantity)
  const paid = readAmount(item?.finalLinePrice)
  if (line && paid !== undefined && quantity > 0) line.price = paid / quantity
  return line
}

function readCartLine(value: unknown): EventLine | undefined {
  const line = fieldsOf(value)
  const merchandise = fieldsOf(line?.merchandise)
  return merchandise && readVariant(merchandise, readQuantity(line?.quantity))
}

function readVariants(value: unknown): EventLine[] {
  return listOf(value).flatMap((variant) => readVariant(fieldsOf(variant) ?? {}, 1) ?? [])
}

function readVariant(variant: Fields, quantity: number): EventLine | undefined {
  const productId = readItemNumber('product', fieldsOf(variant.product)?.id)
  if (productId === undefined) return undefined
  return { productId, variantId: readItemNumber('variant', variant.id), quantity, price: readAmount(variant.price) }
}
