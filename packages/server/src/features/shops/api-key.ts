/**
 * Format of keys and their storage: `vsk_` (storefront) or `vak_` (admin) and 32 base62 characters; on disk its SHA-256. A
 * `server` key opens what a storefront key opens, and is never shown to a browser: the customer ids it sends are believed.
 */
import { hash, randomInt, timingSafeEqual } from 'node:crypto'

export type KeyKind = 'storefront' | 'server' | 'admin'

const PREFIX: Record<KeyKind, string> = { storefront: 'vsk_', server: 'vsk_', admin: 'vak_' }
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_CHARACTERS = 32

/** Chooses a number from 0 to below the limit; unpredictable outside tests. */
export type RandomBelow = (limit: number) => number

export function newKeyText(kind: KeyKind, randomBelow: RandomBelow = randomInt): string {
  let text = PREFIX[kind]
  for (let i = 0; i < RANDOM_CHARACTERS; i++) text += BASE62[randomBelow(BASE62.length)]
  return text
}

export function isKeyText(kind: KeyKind, text: string): boolean {
  return text.startsWith(PREFIX[kind]) && /^[0-9A-Za-z]{32}$/.test(text.slice(PREFIX[kind].length))
}

export function hashKey(text: string): string {
  return hash('sha256', text)
}

/** Takes the same time wherever the two differ: both sides are hashes, so not even a length is told. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
