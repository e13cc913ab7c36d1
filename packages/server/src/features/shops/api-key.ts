/** Customer ids sent with a `server` key are trusted, so no browser may have one. Keys are stored only as hashes. */
import { hash, randomInt, timingSafeEqual } from 'node:crypto'

export type KeyKind = 'storefront' | 'server' | 'admin'

const PREFIX: Record<KeyKind, string> = { storefront: 'vsk_', server: 'vsk_', admin: 'vak_' }
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_CHARACTERS = 32

/** Returns numbers below the limit, unpredictable except in tests. */
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

export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
