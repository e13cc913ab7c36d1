/** The docs of a segment sorted by a number, so that a page of a large set is read off instead of sorted out. */

/** Rising; docs without a number last; equals in the order of product numbers. */
export function orderByNumber(keys: ArrayLike<number>, ids: Float64Array): Uint32Array {
  const order = Uint32Array.from({ length: ids.length }, (_, doc) => doc)
  return order.sort((a, b) => {
    const x = keys[a]
    const y = keys[b]
    if (x < y) return -1
    if (x > y) return 1
    return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || ids[a] - ids[b]
  })
}

export interface OrderWalk {
  order: Uint32Array
  keys: ArrayLike<number>
  descending: boolean
}

/** Visits docs in order until `visit` answers false. Falling: equals still by rising product number, docs without a number still last. */
export function walkOrder({ order, keys, descending }: OrderWalk, visit: (doc: number) => boolean): void {
  if (!descending) {
    for (let i = 0; i < order.length; i++) if (!visit(order[i])) return
    return
  }
  let numbered = order.length
  while (numbered > 0 && Number.isNaN(keys[order[numbered - 1]])) numbered--
  let end = numbered
  while (end > 0) {
    let start = end - 1
    while (start > 0 && keys[order[start - 1]] === keys[order[start]]) start--
    for (let i = start; i < end; i++) if (!visit(order[i])) return
    end = start
  }
  for (let i = numbered; i < order.length; i++) if (!visit(order[i])) return
}
