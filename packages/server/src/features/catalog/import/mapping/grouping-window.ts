/** Limit for the text of unfinished groups. Rows of one group that are further apart are reported instead of joined. */
const WINDOW_BYTES = 8 * 1024 * 1024

interface Group<T> {
  value: T
  bytes: number
}

/** Joins parts that belong together although others come between. The least recently extended group is finished first. */
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

  /** Removes and yields groups until the others fit into the window, the one that grew longest ago first. */
  *overflowing(): Generator<T> {
    for (const [key, group] of this.#groups) {
      if (this.#bytes <= this.#windowBytes) return
      this.#groups.delete(key)
      this.#bytes -= group.bytes
      yield group.value
    }
  }

  /** Removes and yields all groups, the one that grew longest ago first. */
  *all(): Generator<T> {
    for (const { value } of this.#groups.values()) yield value
    this.#groups.clear()
    this.#bytes = 0
  }
}
