/** Ids of products, variants and collections on a shop's platform. Only this file parses them. */
import { Optional, Text } from './schema.ts'
import { Type } from './type.ts'

export type PlatformId = number | string

/** Maximum length in characters, about three times that of UUIDs, ids like `prod_01H…` and GIDs. */
export const MAX_ID_LENGTH = 128

export const PlatformId = Type.Unsafe<PlatformId>({
  anyOf: [
    { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    { type: 'string', minLength: 1, maxLength: MAX_ID_LENGTH },
  ],
  description: 'A number, a string of digits, a GID that ends in digits, or the platform’s own string id.',
})

/** Returned with the number if the platform's id is a text, from which the number is then derived. */
export const externalId = {
  external_id: Optional(Text('The platform’s own id, if it is not a number.')),
}

/** Matches canonical numbers only: "0042" and "1.0" are texts, and so are numbers beyond the exact range of JSON. */
const DECIMAL = /^([1-9]\d{0,15})$|^gid:\/\/[^/?]+\/[^/?]+\/([1-9]\d{0,15})(?:\?.*)?$/

/** Reads `42`, `"42"` and `"gid://shopify/Product/42"` as 42. Returns other texts as they are; undefined for no id. */
export function readPlatformId(value: unknown): PlatformId | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const [, plain, ofGid] = DECIMAL.exec(text) ?? []
  const number = Number(plain ?? ofGid)
  if (Number.isSafeInteger(number)) return number
  return text === '' || isLong(text) ? undefined : text
}

/** True if the text has too many characters, which are one or two UTF-16 units each. */
function isLong(text: string): boolean {
  return text.length > 2 * MAX_ID_LENGTH || [...text].length > MAX_ID_LENGTH
}
