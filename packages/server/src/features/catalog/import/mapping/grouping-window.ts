/** How much source text may wait for rows that belong to it. Rows further apart than this are reported instead of joined. */
const WINDOW_BYTES = 8 * 1024 * 1024

interface Group<T> {
  value: T
  bytes: number
}

/** Joins parts that belong together although others come between. The groups that have not grown for longest are finished first. */
export class GroupingWindow<T> {
  readonly #groups = new Map<string, Group<T>>()
  readonly #windowBytes: number
  #bytes = 0

  constructor(windowBytes: number = WINDOW_BYTES) {
    this.#windowBytes = windowBytes
  }

  grow(key: string, bytes: number): T | undefined {
    const group = this.#groups.get(key)
    if (!group) return undefined
    group.bytes += bytes
    this.#bytes += bytes
    this.#groups.delete(key)
    this.#groups.set(key, group)
    return group.value
  }

  has(key: string): boolean {
    return this.#groups.has(key)
  }

  open(key: string, value: T, bytes: number): void {
    this.#groups.set(key, { value, bytes })
    this.#bytes += bytes
  }

  take(key: string): Group<T> | undefined {
    const group = this.#groups.get(key)
    if (!group) return undefined
    this.#groups.delete(key)
    this.#bytes -= group.bytes
    return group
  }

  /** Removes and yields groups until the others fit into the window, those first that have not grown for longest. */
  *overflowing(): Generator<T> {
    for (const [key, group] of this.#groups) {
      if (this.#bytes <= this.#windowBytes) return
      this.#groups.delete(key)
      this.#bytes -= group.bytes
      yield group.value
    }
  }

  /** Yields all groups and removes them, those first that have not grown for longest. */
  *all(): Generator<T> {
    for (const { value } of this.#groups.values()) yield value
    this.#groups.clear()
    this.#bytes = 0
  }
}
