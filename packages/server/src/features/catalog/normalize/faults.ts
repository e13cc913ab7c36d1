import { MAX_ID_LENGTH } from '@vitrine/contract'

export const NO_ID = `is not an id: it must be a positive number or a string of at most ${MAX_ID_LENGTH} characters`

/** Collects everything wrong with one product, so that a merchant can fix all of it at once. */
export class Faults {
  readonly #reasons: string[] = []

  add(field: string, words: string, value?: unknown): void {
    this.#reasons.push(value === undefined ? `${field} ${words}` : `${field} ${shown(value)} ${words}`)
  }

  isEmpty(): boolean {
    return this.#reasons.length === 0
  }

  toString(): string {
    const shownReasons = this.#reasons.slice(0, MAX_REASONS)
    const rest = this.#reasons.length - shownReasons.length
    return shownReasons.join('; ') + (rest > 0 ? `; and ${rest} more` : '')
  }
}

const MAX_REASONS = 10
const LONGEST_VALUE = 60

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`
}
