import { setImmediate } from 'node:timers/promises'

/** So small that working on one piece holds up nobody for more than a few milliseconds, whatever stands in it. */
const PIECE_BYTES = 16 * 1024

/** The source's bytes in small pieces, with a turn of the event loop after each: other requests are answered in between. */
export async function* inTurns(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const part of source) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      yield chunk.subarray(from, from + PIECE_BYTES)
      await setImmediate()
    }
  }
}
