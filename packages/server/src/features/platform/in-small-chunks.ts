import { setImmediate } from 'node:timers/promises'

/** Small enough that processing one piece blocks others for no more than a few milliseconds, whatever it contains. */
const PIECE_BYTES = 16 * 1024

/** Yields to other requests after each piece. */
export async function* inSmallChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const part of source) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      yield chunk.subarray(from, from + PIECE_BYTES)
      await setImmediate()
    }
  }
}
