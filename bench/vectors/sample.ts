/** Creates vectors, queries and exact answers: `node sample.ts FOLDER VECTORS DIMENSION QUERIES DEPTH`. */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { vectorStream } from './generate-vectors.ts'
import { PlainVectors } from './plain-vectors.ts'

/** One of this many products passes the filter. */
export const FILTERS = [1, 10, 100] as const

export interface Sample {
  vectors: number
  dimension: number
  /** Number of nearest vectors to find. */
  depth: number
  rows: Float32Array
  queries: Float32Array[]
  /** Nearest vectors that pass the filter, by filter and query; at most `depth`. */
  truth: Record<number, number[][]>
}

export function passing(filter: number, vectors: number): Uint32Array {
  return Uint32Array.from({ length: Math.ceil(vectors / filter) }, (_, i) => filter * i)
}

export function readSample(folder: string): Sample {
  const { vectors, dimension, depth, truth } = JSON.parse(readFileSync(join(folder, 'sample.json'), 'utf8'))
  const queries = floats(join(folder, 'queries.f32'))
  return {
    vectors,
    dimension,
    depth,
    truth,
    rows: floats(join(folder, 'vectors.f32')),
    queries: Array.from({ length: queries.length / dimension }, (_, i) => row(queries, i, dimension)),
  }
}

export function row(rows: Float32Array, number: number, dimension: number): Float32Array {
  return rows.subarray(number * dimension, (number + 1) * dimension)
}

if (import.meta.filename === process.argv[1]) {
  const [folder, ...numbers] = process.argv.slice(2)
  const [vectors, dimension, queryCount, depth] = numbers.map(Number) as [number, number, number, number]
  write(join(folder!, 'vectors.f32'), vectorStream(vectors, dimension, 1))
  write(join(folder!, 'queries.f32'), vectorStream(queryCount, dimension, 2))
  writeFileSync(join(folder!, 'sample.json'), JSON.stringify({ vectors, dimension, depth, truth: {} }))
  const { rows, queries } = readSample(folder!)
  const plain = new PlainVectors(rows, dimension)
  const answers = (filter: number) => {
    const numbers = passing(filter, vectors)
    return queries.map((query) => plain.nearest(numbers, query, depth))
  }
  const truth = Object.fromEntries(FILTERS.map((filter) => [filter, answers(filter)]))
  writeFileSync(join(folder!, 'sample.json'), JSON.stringify({ vectors, dimension, depth, truth }))
}

function write(path: string, vectors: Iterable<Float32Array>): void {
  const file = openSync(path, 'w')
  for (const vector of vectors) writeSync(file, vector)
  closeSync(file)
}

function floats(path: string): Float32Array {
  const bytes = readFileSync(path)
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}
