import { isCurrency } from './currencies.ts'
import { MAX_AMOUNT, MAX_PIECES } from './numbers.ts'

/** String formats of the schemas, written by hand to save a dependency. */
export const formats: Record<string, (text: string) => boolean> = {
  uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  'date-time': isIsoDateTime,
  uri: (text) => URL.canParse(text),
  'currency-code': (text) => isCurrency(text) && text === text.toUpperCase(),
  currency: (text) => text === '' || isCurrency(text),
  amount: (text) => !(Math.abs(Number(text)) > MAX_AMOUNT),
  pieces: (text) => !(Number(text) > MAX_PIECES),
}

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/

/** Accepts `2026-03-01T12:00:00.000Z`; returns NaN for other formats. Reading digits is fastest. */
export function parseCanonicalTime(text: string): number {
  if (text.length !== 24 || text[10] !== 'T' || text[23] !== 'Z' || text[19] !== '.') return Number.NaN
  if (text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':') return Number.NaN
  const year = 100 * pair(text, 0) + pair(text, 2)
  const [month, day] = [pair(text, 5), pair(text, 8)]
  const [hour, minute, second] = [pair(text, 11), pair(text, 14), pair(text, 17)]
  const ms = 10 * pair(text, 20) + digit(text, 22)
  // `Date.UTC` reads years below 100 as 19xx.
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return Number.NaN
  return hour < 24 && minute < 60 && second < 60 ? Date.UTC(year, month - 1, day, hour, minute, second, ms) : Number.NaN
}

function pair(text: string, at: number): number {
  return 10 * digit(text, at) + digit(text, at + 1)
}

function digit(text: string, at: number): number {
  const code = text.charCodeAt(at) - 48
  return code >= 0 && code <= 9 ? code : Number.NaN
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysIn(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return (DAYS[month - 1] ?? 0) + (leap ? 1 : 0)
}

const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** True from 1970 to 9999; later years have another format. */
export function isUsableTime(ms: number): boolean {
  return ms >= 0 && ms <= LAST_MS
}

/** True for an existing day from 1970 on, in ISO 8601, with or without time and offset. */
export function isIsoDateTime(text: string): boolean {
  const canonical = parseCanonicalTime(text)
  if (!Number.isNaN(canonical)) return isUsableTime(canonical)
  if (!ISO_DATE_TIME.test(text) || !isUsableTime(Date.parse(text))) return false
  const day = Number(text.slice(8, 10))
  return day === new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, day)).getUTCDate()
}
