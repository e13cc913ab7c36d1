/** Converts event ids to 128-bit keys: UUIDs by a reversible mix, other texts by SHA-256. */
import { hash } from 'node:crypto'

/** Words of 32 bits. */
export const KEY_WORDS = 4

/** Writes the key to `out` at `at`. `salt` is the shop's own four words. */
export function writeKey(id: string, salt: Uint32Array, out: Uint32Array, at: number): void {
  if (!writeUuid(id, out, at)) {
    const digest = hash('sha256', id, 'buffer')
    for (let i = 0; i < KEY_WORDS; i++) out[at + i] = digest.readUInt32LE(4 * i)
  }
  hashMix(salt, out, at)
}

export function keyOf(id: string, salt: Uint32Array): Uint32Array {
  const key = new Uint32Array(KEY_WORDS)
  writeKey(id, salt, key, 0)
  return key
}

const HYPHENS = [8, 13, 18, 23]

function writeUuid(id: string, out: Uint32Array, at: number): boolean {
  if (id.length !== 36) return false
  let word = 0
  let digits = 0
  for (let i = 0; i < 36; i++) {
    const digit = hexDigit(id.charCodeAt(i))
    if (digit < 0) {
      if (id.charCodeAt(i) === 0x2d && HYPHENS.includes(i)) continue
      return false
    }
    word = (word << 4) | digit
    if (++digits % 8 === 0) {
      out[at + digits / 8 - 1] = word
      word = 0
    }
  }
  return digits === 32
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/** Each step adds a function of three words to the fourth, so it is reversible, and different ids stay different. */
function hashMix(salt: Uint32Array, out: Uint32Array, at: number): void {
  let a = out[at]! ^ salt[0]!
  let b = out[at + 1]! ^ salt[1]!
  let c = out[at + 2]! ^ salt[2]!
  let d = out[at + 3]! ^ salt[3]!
  a = (a + fmix32(b ^ Math.imul(c, 0x9e3779b1) ^ (d + 1))) | 0
  b = (b + fmix32(a ^ Math.imul(c, 0x85ebca77) ^ (d + 2))) | 0
  c = (c + fmix32(a ^ Math.imul(b, 0xc2b2ae3d) ^ (d + 3))) | 0
  d = (d + fmix32(a ^ Math.imul(b, 0x27d4eb2f) ^ (c + 4))) | 0
  out[at] = a
  out[at + 1] = b
  out[at + 2] = c
  out[at + 3] = d
  // All zeros would mean a free slot in `KeySet`.
  if ((a | b | c | d) === 0) out[at] = 1
}

function fmix32(word: number): number {
  let mixed = word
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
