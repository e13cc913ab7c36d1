/** Needs keys whose words are well distributed. One of 400 absent keys is reported as present. */
import { KEY_WORDS } from './event-keys.ts'

export const PROBES = 4
const BITS_PER_KEY = 16

export function buildBloomFilter(keys: Uint32Array): Uint8Array {
  const filter = new Uint8Array(sizeFor(keys.length / KEY_WORDS))
  const mask = filter.length * 8 - 1
  for (let at = 0; at < keys.length; at += KEY_WORDS) {
    for (let probe = 0; probe < PROBES; probe++) {
      const bit = (keys[at + 2]! + probe * keys[at + 3]!) & mask
      filter[bit >>> 3]! |= 1 << (bit & 7)
    }
  }
  return filter
}

/** A power of two, so that positions can be masked. */
function sizeFor(keys: number): number {
  return 2 ** Math.max(3, Math.ceil(Math.log2((Math.max(1, keys) * BITS_PER_KEY) / 8)))
}
