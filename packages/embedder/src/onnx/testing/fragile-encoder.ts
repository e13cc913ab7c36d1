import { NotEmbeddable } from '../../embedder.ts'
import type { Encoder } from '../encoder.ts'

/** A model with one dimension that ends its thread, fails or refuses on command. */
export async function openEncoder({ loads }: { loads: boolean }): Promise<Encoder<string>> {
  if (!loads) throw new Error('no such model')
  return {
    dimension: 1,
    encode: async (texts) =>
      texts.map((text) => {
        if (text === 'crash') process.exit(1)
        if (text === 'fail') throw new Error('out of order')
        if (text === 'refuse') throw new NotEmbeddable('not this one')
        return Float32Array.of(text.length)
      }),
  }
}
