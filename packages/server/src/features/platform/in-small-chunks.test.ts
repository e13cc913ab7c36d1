import { describe, expect, it } from 'vitest'
import { inSmallChunks } from './in-small-chunks.ts'

describe('bytes in small pieces', () => {
  it('V5: are the same bytes, at most sixteen kilobytes at once', async () => {
    async function* source() {
      yield Uint8Array.from({ length: 40_000 }, (_, i) => i % 251)
      yield new Uint8Array(0)
      yield Uint8Array.of(1, 2)
    }
    const pieces: Buffer[] = []
    for await (const piece of inSmallChunks(source())) pieces.push(Buffer.from(piece))
    expect(pieces.map(({ length }) => length)).toEqual([16_384, 16_384, 7232, 2])
    expect([...Buffer.concat(pieces).subarray(39_998)]).toEqual([39_998 % 251, 39_999 % 251, 1, 2])
  })
})
