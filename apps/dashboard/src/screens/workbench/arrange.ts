/** Predicts the order of the draft's results while the server computes them. */
import type { ProductId } from '@vitrine/client/admin'
import { ownIdOf } from '../../products/own-id.ts'
import type { Rule } from '../rules/rule.ts'

interface Listed {
  product_id: number
  external_id?: string | undefined
}

export function arrange<T extends Listed>(products: readonly T[], { pin = [], hide = [] }: Rule): T[] {
  const hidden = new Set<ProductId>(hide)
  const shown = products.filter((one) => !hidden.has(idOf(one)))
  const placeOf = new Map(pin.map((one) => [one.product_id, one.position]))
  const pinned = new Map(
    shown.flatMap((one) => {
      const place = placeOf.get(idOf(one))
      return place === undefined ? [] : [[place, one] as const]
    }),
  )
  const rest = shown.filter((one) => !placeOf.has(idOf(one)))
  const arranged: T[] = []
  while (rest.length > 0 || pinned.size > 0) {
    const place = arranged.length + 1
    const next = pinned.get(place) ?? rest.shift() ?? [...pinned.values()][0]!
    for (const [at, one] of pinned) if (one === next) pinned.delete(at)
    arranged.push(next)
  }
  return arranged
}

export function idOf({ product_id: id, external_id: own }: Listed): ProductId {
  return ownIdOf({ id, external_id: own })
}
