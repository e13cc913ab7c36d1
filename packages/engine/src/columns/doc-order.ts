/** Sorts docs by ascending number. Docs without a number come last; ties are in order of product id. */
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

/** Stops when `visit` returns false. In both directions, ties ascend by id and docs without a number come last. */
export function walkOrder({ order, keys, descending }: OrderWalk, visit: (doc: number) => boolean): void {
  if (!descending) {
    visitRange(order, 0, order.length, visit)
    return
  }
  let numbered = order.length
  while (numbered > 0 && Number.isNaN(keys[order[numbered - 1]])) numbered--
  for (let end = numbered; end > 0; ) {
    const start = startOfEquals(order, keys, end - 1)
    if (!visitRange(order, start, end, visit)) return
    end = start
  }
  visitRange(order, numbered, order.length, visit)
}

function visitRange(order: Uint32Array, start: number, end: number, visit: (doc: number) => boolean): boolean {
  for (let i = start; i < end; i++) if (!visit(order[i])) return false
  return true
}

function startOfEquals(order: Uint32Array, keys: ArrayLike<number>, at: number): number {
  let start = at
  while (start > 0 && keys[order[start - 1]] === keys[order[at]]) start--
  return start
}
