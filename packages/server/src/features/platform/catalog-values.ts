/** Reads numbers as text, `gid://` ids and comma-separated lists. Returns undefined for invalid values. */
import { beginningOf, isUsableTime, MAX_AMOUNT, MAX_MEASURE } from '@vitrine/contract'

import { readPlatformId } from '@vitrine/contract'

export type Raw = Record<string, unknown>

export function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** For options, markets and stock items, whose ids are always numbers. */
export function readNumericId(value: unknown): number | undefined {
  const id = readPlatformId(value)
  return typeof id === 'number' ? id : undefined
}

/** Reads an id as text: "gid://shopify/Publication/7" and 7 become "7", other texts stay unchanged. */
export function readIdText(value: unknown): string | undefined {
  const id = readNumericId(isRecord(value) ? (value.id ?? value.handle) : value)
  if (id !== undefined) return String(id)
  const text = isRecord(value) ? (value.handle ?? value.id) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Reads only plain decimals, because "1,299.00" would be ambiguous. */
export function readMoney(value: unknown): number | undefined {
  const amount = isRecord(value) ? value.amount : value
  const number =
    typeof amount === 'string' && /^\s*\d+(\.\d*)?\s*$|^\s*\.\d+\s*$/.test(amount) ? Number(amount) : amount
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 && number <= MAX_AMOUNT
    ? number
    : undefined
}

/** For stock, positions and sizes. Stock is negative if it is oversold. */
export function readWhole(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*-?\d+(\.0*)?\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && Math.abs(number) <= MAX_MEASURE ? number : undefined
}

const ISO_TIME = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/

/** Returns ISO 8601 in UTC. A time without an offset is UTC, never local time. */
export function readTime(value: unknown): string | undefined {
  if (typeof value !== 'string' || !ISO_TIME.test(value.trim())) return undefined
  const text = value
    .trim()
    .replace(' UTC', 'Z')
    .replace(/^(\S+) (?=\d)/, '$1T')
  const hasOffset = text.length <= 10 || /(Z|[+-]\d\d:?\d\d)$/.test(text)
  const ms = Date.parse(hasOffset ? text : `${text}Z`)
  return isUsableTime(ms) ? new Date(ms).toISOString() : undefined
}

/** Reads a list or a comma-separated text. Trims entries and drops empty ones and duplicates. */
export function readWords(value: unknown): string[] {
  const words =
    typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value.map((word) => readText(word) ?? '') : []
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))]
}

/** Reads a plain list or one in the platform's GraphQL form: `{nodes: […]}`, `{edges: [{node}]}`. */
export function readList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return []
  if (Array.isArray(value.nodes)) return value.nodes
  return Array.isArray(value.edges) ? value.edges.map((edge) => (isRecord(edge) ? edge.node : edge)) : []
}

/** Returns lower-case letters and digits of any script, separated by dashes. */
export function slug(text: string): string {
  const dashed = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return beginningOf(dashed, 255)
}
