import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readProducts } from '../../packages/server/src/features/catalog/import/read-products.ts'
import type { Random } from './mutate.ts'
import { breakBytes } from './samples.ts'
import type { FuzzTarget } from './targets.ts'

const FOLDER = fileURLToPath(new URL('../import/samples/', import.meta.url))
/** Large enough for a few products; the smaller the sample, the larger the broken part of it. */
const MAX_BYTES = 4000

/** Samples by the reader that takes them. */
export const READERS = { csv: /\.[ct]sv$/, json: /\.jsonl?$/, xml: /\.xml$/, zip: /\.zip$/ }

/**
 * Imports a sample of any preset, or of those that one reader takes: cut off somewhere, broken in a few places, in
 * pieces of any size. Expects products or faults, and never an exception.
 */
export async function fuzzImport(names = /./): Promise<FuzzTarget> {
  const files = readdirSync(FOLDER).filter((name) => names.test(name))
  const samples = files.map((name) => readFileSync(FOLDER + name).subarray(0, MAX_BYTES).toString('latin1')) // biome-ignore format: one line reads better
  return {
    close: async () => {},
    async run(random) {
      const sample = samples[Math.floor(random() * samples.length)]!
      const bytes = Buffer.from(breakBytes(sample, random), 'latin1')
      const counts = { product: 0, fault: 0 }
      for await (const items of readProducts(pieces(bytes, random), { currency: 'USD', nowMs: 0 })) {
        for (const { kind } of items) if (kind === 'product' || kind === 'fault') counts[kind]++
      }
      return counts.fault > 0 ? (counts.product > 0 ? 'in part' : 'refused') : 'taken'
    },
  }
}

async function* pieces(bytes: Buffer, random: Random): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; ) {
    const to = from + 1 + Math.floor(random() * bytes.length)
    yield bytes.subarray(from, to)
    from = to
  }
}
