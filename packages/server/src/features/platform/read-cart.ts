import { readItemNumber } from '../../ports/record-store/item-number.ts'
import { fieldsOf, listOf, readQuantity } from './event-values.ts'

/**
 * Reads the products of a whole cart with their quantities. The platform has three forms of carts: the pixel's
 * `lines`, the storefront API's `lines.nodes` or `lines.edges`, and the theme's `items`. Returns undefined if the cart
 * has none of these forms or a line is unreadable: missing products must then not count as removed.
 */
export function readCart(cart: unknown): Map<number, number> | undefined {
  const lines = linesOf(cart)
  if (lines === undefined) return undefined
  const pieces = new Map<number, number>()
  for (const value of lines) {
    const line = fieldsOf(value)
    const quantity = readQuantity(line?.quantity)
    if (quantity === 0) continue
    const id = readItemNumber('product', fieldsOf(fieldsOf(line?.merchandise)?.product)?.id ?? line?.product_id)
    if (id === undefined) return undefined
    pieces.set(id, (pieces.get(id) ?? 0) + quantity)
  }
  return pieces
}

function linesOf(cart: unknown): readonly unknown[] | undefined {
  const { lines, items } = fieldsOf(cart) ?? {}
  const { nodes, edges } = fieldsOf(lines) ?? {}
  const direct = [lines, nodes, items].find(Array.isArray)
  if (direct !== undefined) return direct
  return Array.isArray(edges) ? listOf(edges).map((edge) => fieldsOf(edge)?.node) : undefined
}
