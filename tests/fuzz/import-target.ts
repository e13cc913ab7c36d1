import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'
import type { ImportItem } from '../../packages/server/src/features/catalog/import/import-item.ts'
import { readProducts } from '../../packages/server/src/features/catalog/import/read-products.ts'
import type { Random } from './mutate.ts'
import { breakBytes } from './samples.ts'
import type { FuzzTarget } from './targets.ts'

const FOLDER = fileURLToPath(new URL('../import/samples/', import.meta.url))
const MAX_BYTES = 4000
/** With few products, the broken part is large. */
const FEW = 2
const SHARE_OF_FEW = 0.95

/** Patterns of sample files, by the reader that reads them. */
export const READERS = { csv: /\.[ct]sv$/, json: /\.jsonl?$/, xml: /\.xml$/, zip: /\.zip$/ }

/** Imports broken samples. Products or faults are fine; an exception is not. */
export async function fuzzImport(names = /./): Promise<FuzzTarget> {
  const samples = samplesOf(names)
  return {
    close: async () => {},
    async run(random) {
      const sample = samples[Math.floor(random() * samples.length)]!
      const bytes = Buffer.from(breakBytes(random() < SHARE_OF_FEW ? sample.few : sample.whole, random), 'latin1')
      const kinds = await kindsOf(readProducts(pieces(bytes, random), { currency: 'USD', nowMs: 0 }))
      if (!kinds.has('fault')) return 'taken'
      return kinds.has('product') ? 'in part' : 'refused'
    },
  }
}

async function kindsOf(groups: AsyncIterable<ImportItem[]>): Promise<ReadonlySet<string>> {
  const kinds = new Set<string>()
  for await (const items of groups) for (const { kind } of items) kinds.add(kind)
  return kinds
}

interface Sample {
  whole: string
  few: string
}

/** For archives, also packs the first products of every other sample. */
function samplesOf(names: RegExp): Sample[] {
  const files = readdirSync(FOLDER).map((name) => ({ name, bytes: readFileSync(FOLDER + name) }))
  const packed = files.map(({ name, bytes }) => {
    return { name: `${name}.zip`, bytes: zipSync({ [name]: Buffer.from(firstProducts(name, bytes.toString())) }) }
  })
  return [...files, ...packed]
    .filter(({ name }) => names.test(name))
    .map(({ name, bytes }) => {
      const few = READERS.zip.test(name) ? bytes : Buffer.from(firstProducts(name, Buffer.from(bytes).toString()))
      return { whole: latin1(bytes).slice(0, MAX_BYTES), few: latin1(few) }
    })
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

function firstProducts(name: string, text: string): string {
  if (READERS.xml.test(name)) return text.replace(/(<item>.*?<\/item>\s*)+/s, (items) => items.split(/(?=<item>)/).slice(0, FEW).join('')) // biome-ignore format: one line reads better
  if (!name.endsWith('.json')) return text.split('\n', FEW + 2).join('\n')
  const isRecords = (value: unknown) => Array.isArray(value) && value.length > FEW && typeof value[0] === 'object'
  return JSON.stringify(JSON.parse(text), (_, value) => (isRecords(value) ? value.slice(0, FEW) : value))
}

async function* pieces(bytes: Buffer, random: Random): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; ) {
    const to = from + 1 + Math.floor(random() * bytes.length)
    yield bytes.subarray(from, to)
    from = to
  }
}
