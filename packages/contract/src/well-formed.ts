/** Replaces NUL and lone surrogates with U+FFFD: PostgreSQL rejects them, and SQLite changes them. */

/** NUL and possible surrogates, which JSON in UTF-8 contains only as escapes. */
const ILL_FORMED = /\\u(?:0000|d[89a-f])/i

export function wellFormed(text: string): string {
  const whole = text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '\ufffd') : whole
}

/** Like `JSON.parse`, but every text and key is well formed. */
export function parseWellFormed(json: string): unknown {
  const value: unknown = JSON.parse(json)
  // Searching for any such escape first is several times faster than the expression.
  return json.includes('\\u') && ILL_FORMED.test(json) ? wellFormedJson(value) : value
}

export function wellFormedJson(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value)
  if (Array.isArray(value)) return value.map(wellFormedJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [wellFormed(name), wellFormedJson(inner)]))
}

/** Cuts after `length` UTF-16 units. Half of a surrogate pair at the cut becomes U+FFFD. */
export function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed()
}
