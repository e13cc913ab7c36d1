/** Transforms of a source's values. A value that cannot be read stays unchanged, so that the fault can show it. */
import { decodeHTML } from 'entities'
import { isRecord, readText, slug } from '../../../platform/catalog-values.ts'
import type { SourceSpec } from './mapping.ts'

export interface TransformContext {
  /** ISO 4217 code of the shop's currency, if known. */
  currency?: string
}

type Transform = (value: unknown, spec: SourceSpec, context: TransformContext) => unknown

export const TRANSFORMS = {
  text: (value) => plainText(textOf(value)),
  html: (value) => htmlOf(textOf(value)),
  money: (value, spec) => readPrice(textOf(value), spec.decimal),
  'minor-money': (value, _, context) => fromMinorUnits(textOf(value), context.currency),
  currency: (value) => /(?:^|[^A-Za-z])([A-Z]{3})(?![A-Za-z])/.exec(textOf(value))?.[1],
  grams: (value, spec) => readGrams(textOf(value), spec),
  boolean: (value) => readBoolean(textOf(value)),
  whole: (value) => readCount(textOf(value)),
  /** Spreadsheets put an apostrophe before digits that are to stay text. */
  code: (value) => textOf(value).replace(/^'/, ''),
  /** A word instead of a number means no value. */
  quantity: (value) => (/^\s*-?\d/.test(textOf(value)) ? readCount(textOf(value)) : undefined),
  time: (value) => readAnyTime(textOf(value)),
  /** The last part of a path: "Clothing > Shirts" gives "Shirts". A number is the id of a category, not its name. */
  category: (value, spec) => categoryPath(textOf(value), spec).at(-1),
  /** A handle for each level of each path: `clothing`, `clothing-shirts`. */
  collections: (value, spec) => collectionHandles(categoryPath(textOf(value), spec)),
  handle: (value) => slug(plainText(textOf(value))),
  /** The last part of an address: `https://shop/p/linen-shirt.html` gives `linen-shirt`. */
  'url-handle': (value) => urlHandle(textOf(value)),
  /** The kind in a global id: `gid://shopify/Product/7` gives `Product`. */
  'gid-kind': (value) => /^gid:\/\/[^/]+\/([^/]+)\//.exec(textOf(value))?.[1],
  /** The SKUs of `sku=A,size=S|sku=B,size=M`. */
  'pair-skus': (value) => [...textOf(value).matchAll(/(?:^|[,|])\s*sku=([^,|]+)/g)].map((match) => match[1]!.trim()),
  'period-start': (value) => readAnyTime(textOf(value).split('/')[0] ?? ''),
  'period-end': (value) => readAnyTime(textOf(value).split('/')[1] ?? ''),
} satisfies Record<string, Transform>

export type TransformName = keyof typeof TRANSFORMS

export function transform(value: unknown, spec: SourceSpec, context: TransformContext): unknown {
  const given = spec.pair === undefined ? value : valueOfPair(textOf(value), spec)
  const cut = spec.split === undefined ? given : listOf(given).flatMap((one) => splitText(textOf(one), spec.split!))
  if (spec.prefix !== undefined) return mapEach(cut, (one) => spec.prefix + textOf(one))
  if (spec.words) return mapEach(cut, (one) => wordOf(spec.words!, textOf(one)))
  if (spec.as === undefined) return cut
  const apply = TRANSFORMS[spec.as] as Transform
  return mapEach(cut, (one) => apply(one, spec, context))
}

function valueOfPair(text: string, { pair, separator = ',', equals = '=' }: SourceSpec): string | undefined {
  return splitPairs(text, separator, equals).find(([name]) => name.toLowerCase() === pair!.toLowerCase())?.[1]
}

/** Splits a text into pairs. A value may contain the separator, so a part without `equals` belongs to the value before it. */
export function splitPairs(text: string, separator: string, equals: string): [name: string, value: string][] {
  const parts: string[] = []
  for (const part of text.split(separator)) {
    if (part.includes(equals) || parts.length === 0) parts.push(part)
    else parts[parts.length - 1] += separator + part
  }
  return parts.flatMap((part): [string, string][] => {
    const at = part.indexOf(equals)
    if (at < 0) return []
    const name = part
      .slice(0, at)
      .trim()
      .replace(/^\[\w+\]/, '')
    const value = part.slice(at + equals.length).trim()
    return [[name, value.replace(/^"(.*)"$/s, '$1')]]
  })
}

function mapEach(value: unknown, change: (value: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return change(value)
  return value.flatMap((one) => {
    const changed = change(one)
    return changed === undefined || changed === '' ? [] : changed
  })
}

export function textOf(value: unknown): string {
  return readText(value) ?? (isRecord(value) ? (readText(value['#text']) ?? '') : '')
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

/** Splits a text into a list of values. A separator that belongs to a value is escaped with a backslash. */
export function splitText(text: string, separator: string | readonly string[]): string[] {
  if (typeof separator !== 'string')
    return separator.reduce((parts, one) => parts.flatMap((part) => splitText(part, one)), [text])
  const parts: string[] = []
  let part = ''
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && text.startsWith(separator, at + 1)) {
      part += separator
      at += separator.length
    } else if (text.startsWith(separator, at)) {
      parts.push(part)
      part = ''
      at += separator.length - 1
    } else part += text[at]
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '')
}

function wordOf(words: Record<string, unknown>, text: string): unknown {
  const wanted = text.trim().toLowerCase()
  const key = Object.keys(words).find((word) => word.toLowerCase() === wanted)
  return key === undefined ? undefined : words[key]
}

const TAGS = /<[^<>]*>/g

/** Converts titles and names to plain text: decodes entities and removes tags. */
function plainText(text: string): string {
  const bare = text.includes('<') ? text.replace(TAGS, ' ').replace(/\s+/g, ' ') : text
  return (bare.includes('&') ? decodeHTML(bare) : bare).trim()
}

/** Returns HTML as it is, decodes HTML that was escaped as a whole, and keeps the lines of plain text. */
function htmlOf(text: string): string {
  const lines = text.replaceAll('\\n', '\n').replaceAll('\r\n', '\n')
  const decoded = !/<\w/.test(lines) && /&lt;\w/.test(lines) ? decodeHTML(lines) : lines
  if (/<\/?[a-z][^<>]*>/i.test(decoded)) return decoded
  const escaped = decoded.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped.trim().split(/\n{2,}/).length > 1
    ? escaped
        .trim()
        .split(/\n{2,}/)
        .map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`)
        .join('')
    : escaped.trim().replaceAll('\n', '<br>')
}

/** Reads "15.00 USD", "€ 1.299,00", "1,299.00". Three digits after a single sign are ambiguous: they need `decimal`. */
export function readPrice(text: string, decimal?: '.' | ','): string {
  const number = /\d[\d.,'’\s\u00a0]*/
    .exec(text)?.[0]
    .replace(/['’\s\u00a0]/g, '')
    .replace(/[.,]+$/, '')
  if (number === undefined || /-\s*\d|%/.test(text)) return text
  if (/^\d+(\.\d{1,2}|\.\d{4,})?$/.test(number) && decimal !== ',') return number
  const sign = decimal ?? decimalSign(number)
  if (sign === undefined) return text
  const [whole, fraction = '', ...more] = number.split(sign)
  if (more.length > 0) return text
  const digits = whole!.replace(/[.,]/g, '')
  return /^\d*$/.test(fraction) ? `${digits}${fraction === '' ? '' : `.${fraction}`}` : text
}

function decimalSign(number: string): '.' | ',' | undefined {
  const [dot, comma] = [number.lastIndexOf('.'), number.lastIndexOf(',')]
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ','
  const sign = comma >= 0 ? ',' : '.'
  const parts = number.split(sign)
  // "1,299" and "1.299" are ambiguous; "1,299,000" is not.
  if (parts.length > 2) return sign === ',' ? '.' : ','
  return parts[1]?.length === 3 ? undefined : sign
}

function fromMinorUnits(text: string, currency: string | undefined): unknown {
  if (!/^\d+$/.test(text)) return text
  const digits = currency ? minorDigits(currency) : 2
  return Number(text) / 10 ** digits
}

function minorDigits(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

const GRAMS: Record<string, number> = { mg: 0.001, g: 1, gr: 1, kg: 1000, oz: 28.349523, lb: 453.59237, lbs: 453.59237 }

function readGrams(text: string, spec: SourceSpec): number | undefined {
  const [, number, unit] = /^\s*([\d.,]+)\s*([a-zA-Z]*)/.exec(text) ?? []
  if (number === undefined) return undefined
  const inGrams = GRAMS[(unit || spec.unit || 'g').toLowerCase()]
  const amount = Number(readPrice(number.replace(/^(\d+)\.(\d{3})$/, '$1.$20'), spec.decimal))
  return inGrams === undefined || !(amount > 0) ? undefined : Math.round(amount * inGrams * 1000) / 1000
}

/** Spreadsheets write `TRUE` in the language of their country. */
const YES =
  /^(true|wahr|vrai|verdadero|vero|waar|verdadeiro|prawda|yes|y|1|on|ja|oui|s[iíì]|sim|tak|in[ _]?stock|instock|available|auf lager|en stock|op voorraad|enabled?|active|published|visible)$/i
const NO =
  /^(false|falsch|faux|falso|onwaar|fałsz|no|n|0|off|nein|non|nee|nie|não|out[ _]?of[ _]?stock|outofstock|sold out|unavailable|ausverkauft|agotado|épuisé|esaurito|uitverkocht|esgotado|disabled?|inactive|hidden|-1)$/i

export function readBoolean(text: string): boolean | undefined {
  const word = text.trim()
  if (YES.test(word)) return true
  return NO.test(word) ? false : undefined
}

/** Reads "3", "3.0000", "-2". A fraction is rounded down. */
function readCount(text: string): number | string {
  const number = Number(text.replace(/^(-?\d+),0+$/, '$1'))
  return text.trim() !== '' && Number.isFinite(number) ? Math.floor(number) : text
}

/** Reads ISO 8601, seconds or milliseconds since 1970, or `month/day/year, 1:12 PM` as in spreadsheets from the United States. */
function readAnyTime(text: string): string | undefined {
  const given = text.trim()
  if (given === '' || /^0000-/.test(given)) return undefined
  if (/^\d{10}(\d{3})?$/.test(given)) return new Date(Number(given) * (given.length === 10 ? 1000 : 1)).toISOString()
  const [, month, day, year, hour = '0', minute = '0', half] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::\d{2})?\s*([AP]M)?)?$/i.exec(given) ?? []
  if (year === undefined) return given.replace(/^(\d{4}-\d\d-\d\d) (?=\d:)/, '$1 0')
  const hours = (Number(hour) % (half ? 12 : 24)) + (/^p/i.test(half ?? '') ? 12 : 0)
  const ms = Date.UTC(
    Number(year.length === 2 ? `20${year}` : year),
    Number(month) - 1,
    Number(day),
    hours,
    Number(minute),
  )
  return Number.isNaN(ms) ? given : new Date(ms).toISOString()
}

const PATH_SIGNS = /\s*[>»›]\s*/

/** Splits a category into its levels, without the level `root`. `path` divides them, if it is not one of the usual characters. */
function categoryPath(text: string, { path = PATH_SIGNS, root }: { path?: string | RegExp; root?: string }): string[] {
  if (/^\d+$/.test(text)) return []
  const levels = plainText(text.replaceAll('>', '&gt;'))
    .split(path)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return levels[0] === root ? levels.slice(1) : levels
}

function collectionHandles(path: readonly string[]): string[] {
  return path.map((_, index) => slug(path.slice(0, index + 1).join(' ')))
}

/** Page names that all products share, so they are not handles: the query string distinguishes the products. */
const ANY_PRODUCT = /^(index|product|products|item|detail|details|p|show|view|dp|shop)$/i

function urlHandle(text: string): string | undefined {
  const path = text.split(/[?#]/, 1)[0]!.replace(/^[a-z]+:\/\/[^/]*/i, '')
  const last = path
    .split('/')
    .filter((part) => part !== '')
    .at(-1)
    ?.replace(/\.(html?|php|aspx?|jsp)$/i, '')
  if (!last || ANY_PRODUCT.test(last)) return undefined
  try {
    return slug(decodeURIComponent(last)) || undefined
  } catch {
    return slug(last) || undefined
  }
}
