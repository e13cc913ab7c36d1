import type { Encoder } from '../encoder.ts'

/** A model with one dimension that blocks its thread at the word "hold" until the gate is opened. */
export async function openEncoder({ gate }: { gate: SharedArrayBuffer }): Promise<Encoder<string>> {
  return {
    dimension: 1,
    encode: async (texts) =>
      texts.map((text) => {
        if (text === 'hold') Atomics.wait(new Int32Array(gate), 0, 0)
        return Float32Array.of(text.length)
      }),
  }
}
