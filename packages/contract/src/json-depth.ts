/** Checks JSON before parsing, because deep values break recursive functions and many small values parse slowly. */

export const MAX_DEPTH = 500

/** Maximum cost of parsing, in units of about a tenth of a microsecond. Merchants may send larger bodies. */
export const PUBLIC_JSON_COST = 400_000
export const MERCHANT_JSON_COST = 10 * PUBLIC_JSON_COST

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** The only bit in which `[` and `{` differ, and `]` and `}`. */
const BRACE_BIT = 0x20
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Cost of a value by the byte before it: `,` an entry, `:` a named value, `[` or `{` a list or object. */
const COST_AFTER = new Uint8Array(256)
for (const [byte, cost] of [
  [',', 1],
  [':', 5],
  ['[', 10],
  ['{', 10],
] as const)
  COST_AFTER[byte.charCodeAt(0)] = cost

/** Returns the limit that the JSON exceeds; undefined if it may be parsed. */
export function jsonExcess(
  json: Uint8Array,
  maxCost: number,
): 'is nested too deeply' | 'has too many values' | undefined {
  // A level takes at least two bytes.
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

/** Counts without recursion. Returns `limit` + 1 if there are more. */
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
