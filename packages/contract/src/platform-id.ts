/** Ids of products, variants and collections on a shop's platform. Only this file parses them. */
import { Optional, Text } from './schema.ts'
import { Type } from './type.ts'

export type PlatformId = number | string

/** In characters; about three times the length of UUIDs, `prod_01H…` and GIDs. */
export const MAX_ID_LENGTH = 128

export const PlatformId = Type.Unsafe<PlatformId>({
  anyOf: [
    { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    { type: 'string', minLength: 1, maxLength: MAX_ID_LENGTH },
  ],
  description: 'A number, a string of digits, a GID that ends in digits, or the platform’s own string id.',
})

/** Returned if the platform's id is a text, from which the number is derived. */
export const externalId = {
  external_id: Optional(Text('The platform’s own id, if it is not a number.')),
}

/** Canonical numbers only: "0042", "1.0" and numbers beyond JSON's exact range are texts. */
const DECIMAL = /^([1-9]\d{0,15})$|^gid:\/\/[^/?]+\/[^/?]+\/([1-9]\d{0,15})(?:\?.*)?$/

/** Reads `42`, `"42"` and `"gid://shopify/Product/42"` as 42. Returns other texts unchanged; undefined for no id. */
export function readPlatformId(value: unknown): PlatformId | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const [, plain, ofGid] = DECIMAL.exec(text) ?? []
  const number = Number(plain ?? ofGid)
  if (Number.isSafeInteger(number)) return number
  return text === '' || isLong(text) ? undefined : text
}

/** A character is one or two UTF-16 units. */
function isLong(text: string): boolean {
  return text.length > 2 * MAX_ID_LENGTH || [...text].length > MAX_ID_LENGTH
}
