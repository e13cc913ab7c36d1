/** The `limit` lowest items by `compare`, sorted, in O(n log limit). Does not change `items`. */
export function selectTop(
  items: ArrayLike<number>,
  limit: number,
  compare: (a: number, b: number) => number,
): number[] {
  if (limit <= 0) return []
  if (items.length <= limit) return Array.from(items).sort(compare)
  const heap: number[] = []
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    if (heap.length < limit) {
      heap.push(item)
      siftUp(heap, compare)
    } else if (compare(item, heap[0]) < 0) {
      heap[0] = item
      siftDown(heap, compare)
    }
  }
  return heap.sort(compare)
}

/** The heap's root is its worst item. */
function siftUp(heap: number[], compare: (a: number, b: number) => number): void {
  let i = heap.length - 1
  const item = heap[i]
  while (i > 0) {
    const parent = (i - 1) >>> 1
    if (compare(item, heap[parent]) <= 0) break
    heap[i] = heap[parent]
    i = parent
  }
  heap[i] = item
}

function siftDown(heap: number[], compare: (a: number, b: number) => number): void {
  const item = heap[0]
  const half = heap.length >>> 1
  let i = 0
  while (i < half) {
    let child = 2 * i + 1
    if (child + 1 < heap.length && compare(heap[child + 1], heap[child]) > 0) child++
    if (compare(item, heap[child]) >= 0) break
    heap[i] = heap[child]
    i = child
  }
  heap[i] = item
}
