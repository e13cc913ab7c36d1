/**
 * A text of the log with its checksum in front:
 *
 * 0xff | CRC-32, 4 bytes, little-endian | text in UTF-8
 *
 * 0xff never occurs in UTF-8, so a text without a checksum, from an early version, is recognized by its first byte.
 * The checksum also covers the text's row and column, so that a text in the wrong row is detected.
 */
import { crc32 } from 'node:zlib'

export const CHECKSUM_BYTES = 5
const MARK = 0xff

/** The buffer is not from a pool, because it is transferred to a thread. */
export function withRoomForChecksum(text: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(CHECKSUM_BYTES + Buffer.byteLength(text)) as Buffer<ArrayBuffer>
  bytes[0] = MARK
  bytes.write(text, CHECKSUM_BYTES, 'utf8')
  return bytes
}

export function sealChecksum<Bytes extends Uint8Array>(bytes: Bytes, place: string): Bytes {
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(1, checksumOf(bytes, place), true)
  return bytes
}

/** 'none' if an early version wrote the text without a checksum. */
export function checkChecksum(bytes: Uint8Array, place: string): 'sound' | 'damaged' | 'none' {
  if (bytes[0] !== MARK) return 'none'
  if (bytes.length < CHECKSUM_BYTES) return 'damaged'
  const kept = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true)
  return kept === checksumOf(bytes, place) ? 'sound' : 'damaged'
}

export function textOf(bytes: Uint8Array): string {
  const from = bytes[0] === MARK ? CHECKSUM_BYTES : 0
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, bytes.byteLength - from).toString('utf8')
}

function checksumOf(bytes: Uint8Array, place: string): number {
  return crc32(bytes.subarray(CHECKSUM_BYTES), crc32(place))
}
