/**
 * Texts as every store can keep them: without NUL and without halves of surrogate pairs, which PostgreSQL refuses and SQLite gives back as
 * something else. Both become U+FFFD where a text comes in, so that nothing behind the edge meets them.
 */

/** The only ways in which JSON can write them: in the text itself NUL is not allowed, and UTF-8 has no halves. */
const ILL_FORMED = /\\u(?:0000|d[89a-f])/i

export function wellFormed(text: string): string {
  const whole = text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '\ufffd') : whole
}

/** As `JSON.parse`, with every text and every name in it well formed. */
export function parseWellFormed(json: string): unknown {
  const value: unknown = JSON.parse(json)
  return ILL_FORMED.test(json) ? wellFormedJson(value) : value
}

/** A copy of parsed JSON in which every text and every name is well formed. */
export function wellFormedJson(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value)
  if (Array.isArray(value)) return value.map(wellFormedJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [wellFormed(name), wellFormedJson(inner)]))
}

/** The first so many places of a text. The half of a pair that a plain cut may leave is replaced. */
export function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed()
}
