/** Keeps the `capacity` lowest of a stream of items, in a heap with the highest of them at its root. */
export class LowestItems<Item> {
  readonly capacity: number
  readonly #compare: (a: Item, b: Item) => number
  readonly #heap: Item[] = []

  constructor(capacity: number, compare: (a: Item, b: Item) => number) {
    this.capacity = capacity
    this.#compare = compare
  }

  /** Undefined until `capacity` items were added. */
  get worst(): Item | undefined {
    return this.#heap.length < this.capacity ? undefined : this.#heap[0]
  }

  offer(item: Item): void {
    if (this.#heap.length < this.capacity) this.#rise(item)
    else if (this.capacity > 0 && this.#compare(item, this.#heap[0]) < 0) this.#sink(item)
  }

  sorted(): Item[] {
    return this.#heap.toSorted(this.#compare)
  }

  #rise(item: Item): void {
    const heap = this.#heap
    let i = heap.push(item) - 1
    while (i > 0) {
      const parent = (i - 1) >>> 1
      if (this.#compare(item, heap[parent]) <= 0) break
      heap[i] = heap[parent]
      i = parent
    }
    heap[i] = item
  }

  #sink(item: Item): void {
    const heap = this.#heap
    let i = 0
    for (let child = 1; child < heap.length; child = 2 * i + 1) {
      if (child + 1 < heap.length && this.#compare(heap[child + 1], heap[child]) > 0) child++
      if (this.#compare(item, heap[child]) >= 0) break
      heap[i] = heap[child]
      i = child
    }
    heap[i] = item
  }
}

/** Returns the `limit` lowest items, sorted, in O(n log limit). Does not change `items`. */
export function selectTop(
  items: ArrayLike<number>,
  limit: number,
  compare: (a: number, b: number) => number,
): number[] {
  if (limit <= 0) return []
  if (items.length <= limit) return Array.from(items).sort(compare)
  const lowest = new LowestItems(limit, compare)
  for (let i = 0; i < items.length; i++) lowest.offer(items[i])
  return lowest.sorted()
}
