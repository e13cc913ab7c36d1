/**
 * The n-th largest of the first `count` values (n from 1), in linear time; reorders them. Quickselect with the middle of three as
 * pivot: sorting a few hundred scores to know the least one kept costs ten times as much.
 */
export function selectLargest(values: Float64Array, count: number, n: number): number {
  let low = 0
  let high = count - 1
  const wanted = n - 1
  while (low < high) {
    const pivot = middleOf(values[low], values[(low + high) >> 1], values[high])
    let left = low
    let right = high
    while (left <= right) {
      while (values[left] > pivot) left++
      while (values[right] < pivot) right--
      if (left > right) break
      const swapped = values[left]
      values[left++] = values[right]
      values[right--] = swapped
    }
    // Everything between `right` and `left` equals the pivot.
    if (wanted <= right) high = right
    else if (wanted >= left) low = left
    else return pivot
  }
  return values[wanted]
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
