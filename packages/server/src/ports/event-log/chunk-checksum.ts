/**
 * A text of the log with its checksum in front:
 *
 * 0xff | CRC-32, 4 bytes, little-endian | text in UTF-8
 *
 * 0xff never occurs in UTF-8. The checksum also covers the text's row and column, so that a text in the wrong row is
 * noticed as well.
 */
import { crc32 } from 'node:zlib'

export const CHECKSUM_BYTES = 5
const MARK = 0xff

/**
 * Returns the bytes of a text, with room for its checksum in front. The buffer is not taken from a pool, because it is
 * transferred to another thread.
 */
export function withRoomForChecksum(text: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(CHECKSUM_BYTES + Buffer.byteLength(text)) as Buffer<ArrayBuffer>
  bytes[0] = MARK
  bytes.write(text, CHECKSUM_BYTES, 'utf8')
  return bytes
}

/** Writes the checksum into the room left for it. */
export function sealChecksum<Bytes extends Uint8Array>(bytes: Bytes, place: string): Bytes {
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(1, checksumOf(bytes, place), true)
  return bytes
}

export function matchesChecksum(bytes: Uint8Array, place: string): boolean {
  if (bytes[0] !== MARK || bytes.length < CHECKSUM_BYTES) return false
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true) === checksumOf(bytes, place)
}

/** Returns the text without its checksum. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', CHECKSUM_BYTES)
}

function checksumOf(bytes: Uint8Array, place: string): number {
  return crc32(bytes.subarray(CHECKSUM_BYTES), crc32(place))
}
