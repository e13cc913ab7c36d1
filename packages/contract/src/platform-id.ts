/** How a shop's platform identifies a product, variant or collection. Only this file parses ids. */
import { Optional, Text } from './schema.ts'
import { Type } from './type.ts'

export type PlatformId = number | string

/** In characters. UUIDs, ids like `prod_01H…` and GIDs are about a third as long. */
export const MAX_ID_LENGTH = 128

export const PlatformId = Type.Unsafe<PlatformId>({
  anyOf: [
    { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    { type: 'string', minLength: 1, maxLength: MAX_ID_LENGTH },
  ],
  description: 'A number, a string of digits, a GID that ends in digits, or the platform’s own string id.',
})

/** Returned along with the number if the platform's id is not a number: the number is then derived from the text, and does not change. */
export const externalId = {
  external_id: Optional(Text('The platform’s own id, if it is not a number.')),
}

/** Only canonical numbers: "0042" and "1.0" are texts, and so is a number that JSON cannot represent exactly. */
const DECIMAL = /^([1-9]\d{0,15})$|^gid:\/\/[^/?]+\/[^/?]+\/([1-9]\d{0,15})(?:\?.*)?$/

/** Reads `42`, `"42"` and `"gid://shopify/Product/42"` as the number 42, and returns other texts unchanged; undefined if it is no id. */
export function readPlatformId(value: unknown): PlatformId | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const [, plain, ofGid] = DECIMAL.exec(text) ?? []
  const number = Number(plain ?? ofGid)
  if (Number.isSafeInteger(number)) return number
  return text === '' || isLong(text) ? undefined : text
}

/** Compares the number of characters with the limit; a character is one or two UTF-16 units. */
function isLong(text: string): boolean {
  return text.length > 2 * MAX_ID_LENGTH || [...text].length > MAX_ID_LENGTH
}
