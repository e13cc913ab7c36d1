/** JSON is checked before it is parsed: parsing works at any depth, but recursive functions on the result do not. */

export const MAX_DEPTH = 500

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{` differ only in this bit, and so do `]` and `}`. */
const BRACE_BIT = 0x20
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Brackets inside strings do not count. */
export function isTooDeep(json: Uint8Array): boolean {
  // Each level takes at least two bytes, so nearly all bodies are too short to need a check.
  if (json.length <= 2 * MAX_DEPTH) return false
  let depth = 0
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!
    if (byte === QUOTE) i = endOfText(json, i)
    else if ((byte | BRACE_BIT) === OPEN_BRACE) {
      if (++depth > MAX_DEPTH) return true
    } else if ((byte | BRACE_BIT) === CLOSE_BRACE) depth--
  }
  return false
}

function endOfText(json: Uint8Array, start: number): number {
  let i = start + 1
  while (i < json.length && json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1
  return i
}

/** Counts the values in all lists and objects, up to one more than `limit`. Needs no recursion, however deep. */
export function countNodes(root: unknown, limit: number): number {
  const open: unknown[] = [root]
  let count = 0
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const key in value) {
      if (++count > limit) return count
      open.push((value as Record<string, unknown>)[key])
    }
  }
  return count
}
