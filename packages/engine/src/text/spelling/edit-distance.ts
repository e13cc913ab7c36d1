/**
 * Edits between two words where swapping neighbours is one edit (optimal string alignment), or `limit + 1`
 * when there are more than `limit`. `chars[start …]` is the second word.
 */
export function editsWithin(word: string, chars: Uint16Array, start: number, length: number, limit: number): number {
  if (Math.abs(word.length - length) > limit || length >= ROW_LENGTH) return limit + 1
  const width = length + 1
  for (let j = 0; j < width; j++) previous[j] = j
  for (let i = 1; i <= word.length; i++) {
    const code = word.charCodeAt(i - 1)
    const before = i > 1 ? word.charCodeAt(i - 2) : -1
    current[0] = i
    let best = i
    for (let j = 1; j < width; j++) {
      const other = chars[start + j - 1]
      let cost = previous[j - 1] + (code === other ? 0 : 1)
      if (previous[j] + 1 < cost) cost = previous[j] + 1
      if (current[j - 1] + 1 < cost) cost = current[j - 1] + 1
      if (j > 1 && code === chars[start + j - 2] && before === other && twoBack[j - 2] + 1 < cost)
        cost = twoBack[j - 2] + 1
      current[j] = cost
      if (cost < best) best = cost
    }
    if (best > limit) return limit + 1
    const spare = twoBack
    twoBack = previous
    previous = current
    current = spare
  }
  return Math.min(previous[width - 1], limit + 1)
}

/** Rows of the table; longer words are never compared. */
const ROW_LENGTH = 128
let twoBack = new Uint8Array(ROW_LENGTH)
let previous = new Uint8Array(ROW_LENGTH)
let current = new Uint8Array(ROW_LENGTH)

export function editsBetween(word: string, other: string, limit: number): number {
  const chars = new Uint16Array(other.length)
  for (let i = 0; i < other.length; i++) chars[i] = other.charCodeAt(i)
  return editsWithin(word, chars, 0, chars.length, limit)
}
