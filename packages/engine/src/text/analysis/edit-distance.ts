/** Longer words are never similar. */
const MAX_LENGTH = 127

/** Reuses its rows, so that comparing a word with a whole dictionary allocates nothing. */
export class EditDistance {
  readonly #word: string
  #twoBack = new Uint8Array(MAX_LENGTH + 1)
  #previous = new Uint8Array(MAX_LENGTH + 1)
  #current = new Uint8Array(MAX_LENGTH + 1)

  constructor(word: string) {
    this.#word = word
  }

  /** Compares with the word at `chars[start …]`. A swap counts as one edit. Returns `limit + 1` above `limit`. */
  to(chars: Uint16Array, start: number, length: number, limit: number): number {
    const word = this.#word
    if (Math.abs(word.length - length) > limit || length > MAX_LENGTH) return limit + 1
    for (let j = 0; j <= length; j++) this.#previous[j] = j
    for (let i = 1; i <= word.length; i++) {
      if (this.#fillRow(i, chars, start, length) > limit) return limit + 1
      const spare = this.#twoBack
      this.#twoBack = this.#previous
      this.#previous = this.#current
      this.#current = spare
    }
    return Math.min(this.#previous[length], limit + 1)
  }

  /** Returns the lowest cost of the row. */
  #fillRow(i: number, chars: Uint16Array, start: number, length: number): number {
    const twoBack = this.#twoBack
    const previous = this.#previous
    const current = this.#current
    const code = this.#word.charCodeAt(i - 1)
    const before = i > 1 ? this.#word.charCodeAt(i - 2) : -1
    current[0] = i
    let best = i
    for (let j = 1; j <= length; j++) {
      const other = chars[start + j - 1]
      let cost = previous[j - 1] + (code === other ? 0 : 1)
      if (previous[j] + 1 < cost) cost = previous[j] + 1
      if (current[j - 1] + 1 < cost) cost = current[j - 1] + 1
      if (j > 1 && code === chars[start + j - 2] && before === other && twoBack[j - 2] + 1 < cost)
        cost = twoBack[j - 2] + 1
      current[j] = cost
      if (cost < best) best = cost
    }
    return best
  }
}

export function editsBetween(word: string, other: string, limit: number): number {
  if (Math.abs(word.length - other.length) > limit) return limit + 1
  const chars = new Uint16Array(other.length)
  for (let i = 0; i < other.length; i++) chars[i] = other.charCodeAt(i)
  return new EditDistance(word).to(chars, 0, chars.length, limit)
}
