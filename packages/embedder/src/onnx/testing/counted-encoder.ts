import { setImmediate as turn } from 'node:timers/promises'
import type { Encoder } from '../encoder.ts'

/** A model whose only dimension is the number of such models in memory. Each is subtracted when its thread ends. */
export async function openEncoder({ count }: { count: SharedArrayBuffer }): Promise<Encoder<string>> {
  const loaded = new Int32Array(count)
  Atomics.add(loaded, 0, 1)
  process.on('exit', () => Atomics.sub(loaded, 0, 1))
  return {
    dimension: 1,
    async encode(texts) {
      await turn()
      return texts.map(() => Float32Array.of(Atomics.load(loaded, 0)))
    },
  }
}
