/** JSON is checked before it is parsed, because recursive functions fail on deep values, and 300,000 empty lists take long to parse. */

export const MAX_DEPTH = 500

/** Limits of the cost of parsing a body, in units of about a tenth of a microsecond. Merchants may send more than anybody else. */
export const PUBLIC_JSON_COST = 400_000
export const MERCHANT_JSON_COST = 10 * PUBLIC_JSON_COST

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{` differ only in this bit, and so do `]` and `}`. */
const BRACE_BIT = 0x20
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Cost of parsing a value, by the byte before it: `,` for a further entry, `:` for a named value, `[` and `{` for a list or an object. */
const COST_AFTER = new Uint8Array(256)
for (const [byte, cost] of [
  [',', 1],
  [':', 5],
  ['[', 10],
  ['{', 10],
] as const)
  COST_AFTER[byte.charCodeAt(0)] = cost

/** Says what is too much about the JSON; undefined if it may be parsed. What is inside strings does not count. */
export function jsonExcess(
  json: Uint8Array,
  maxCost: number,
): 'is nested too deeply' | 'has too many values' | undefined {
  // Each level takes at least two bytes, so nearly all bodies are too short to need a check.
  if (json.length <= 2 * MAX_DEPTH) return undefined
  let depth = 0
  let cost = 0
  for (let i = 0; i < json.length && cost <= maxCost; i++) {
    const byte = json[i]!
    cost += COST_AFTER[byte]!
    if (byte === QUOTE) i = endOfText(json, i)
    else if ((byte | BRACE_BIT) === OPEN_BRACE) {
      if (++depth > MAX_DEPTH) return 'is nested too deeply'
    } else if ((byte | BRACE_BIT) === CLOSE_BRACE) depth--
  }
  return cost > maxCost ? 'has too many values' : undefined
}

function endOfText(json: Uint8Array, start: number): number {
  let i = start + 1
  while (i < json.length && json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1
  return i
}

/** Counts the values in all lists and objects; returns one more than `limit` if there are more. Needs no recursion, however deep. */
export function countNodes(root: unknown, limit: number): number {
  const open: object[] = isObject(root) ? [root] : []
  let count = 0
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    // `for … in` takes seven times as long.
    const values: unknown[] = Array.isArray(value) ? value : Object.values(value)
    count += values.length
    if (count > limit) return limit + 1
    for (const one of values) if (isObject(one)) open.push(one)
  }
  return count
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
