import { setImmediate } from 'node:timers/promises'

/** Processing a chunk of this size blocks others for only a few milliseconds. */
const PIECE_BYTES = 16 * 1024

/** Yields to other requests after each chunk. */
export async function* inSmallChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const part of source) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      yield chunk.subarray(from, from + PIECE_BYTES)
      await setImmediate()
    }
  }
}
