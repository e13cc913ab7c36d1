/** Draws the random bytes of thousands of UUIDv7s at once, which is faster than one call per id. */
import { randomFillSync } from 'node:crypto'

const BYTES_PER_ID = 10
const pool = Buffer.allocUnsafe(BYTES_PER_ID * 4096)
let next = pool.length

let lastMs = -1
let prefix = ''

/** Milliseconds since 1970, then 74 random bits. */
export function newId(nowMs: number = Date.now()): string {
  if (next === pool.length) {
    randomFillSync(pool)
    next = 0
  }
  if (nowMs !== lastMs) {
    const time = nowMs.toString(16).padStart(12, '0')
    prefix = `${time.slice(0, 8)}-${time.slice(8)}-7`
    lastMs = nowMs
  }
  // Sets the two variant bits to 10. The rest is random.
  pool[next + 2] = (pool[next + 2]! & 0x3f) | 0x80
  const digits = pool.toString('hex', next, next + BYTES_PER_ID)
  next += BYTES_PER_ID
  return `${prefix}${digits.slice(1, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`
}
