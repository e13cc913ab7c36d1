/** Stores an index in a file of arrays. Damaged files are rejected, and the caller rebuilds the index. */
import {
  type Container,
  ContainerRefused,
  type ContainerSource,
  decodeContainer,
  encodeContainer,
  type TypedArray,
} from '@vitrine/array-container'
import type { IndexData } from './shop-index.ts'

const KIND = 'shop-index'
/** Increment when the layout or meaning of an array, word splitting or stemming changes. */
const VERSION = 9

export class SnapshotRefused extends Error {}

interface About {
  meta: Record<string, unknown>
  data: unknown
}

/** Returns the pieces of the file in order. They share memory with the index. */
export function encodeSnapshot(index: IndexData, meta: Record<string, unknown>): Uint8Array[] {
  const taken: TypedArray[] = []
  const about: About = { meta, data: withoutArrays(index, taken) }
  return encodeContainer({ kind: KIND, version: VERSION, about, arrays: Object.fromEntries(taken.entries()) })
}

/** @throws SnapshotRefused */
export function decodeSnapshot(bytes: Uint8Array | ContainerSource): {
  data: IndexData
  meta: Record<string, unknown>
} {
  const { about, arrays } = readContainer(bytes)
  const { meta, data } = about as About
  return { data: withArrays(data, arrays) as IndexData, meta }
}

function readContainer(bytes: Uint8Array | ContainerSource): Container {
  try {
    const container = decodeContainer(bytes)
    const { kind, version } = container
    if (kind === KIND && version === VERSION) return container
    throw new SnapshotRefused(`snapshot of another format (${kind} ${version})`)
  } catch (cause) {
    if (!(cause instanceof ContainerRefused)) throw cause
    throw new SnapshotRefused(`snapshot that cannot be read: ${cause.message}`, { cause })
  }
}

/** Represents what JSON cannot express: an array by its number, a map by its entries. */
type Stand = { array: number } | { map: [string, unknown][] } | { object: Record<string, unknown> }

function withoutArrays(value: unknown, taken: TypedArray[]): unknown {
  if (value === null || typeof value !== 'object') return value
  const part = (one: unknown) => withoutArrays(one, taken)
  if (ArrayBuffer.isView(value)) return { array: taken.push(value as TypedArray) - 1 } satisfies Stand
  if (Array.isArray(value)) return value.map(part)
  const parts = (entries: Iterable<[string, unknown]>) =>
    Array.from(entries, ([name, one]): [string, unknown] => [name, part(one)])
  if (value instanceof Map) return { map: parts(value) } satisfies Stand
  return { object: Object.fromEntries(parts(Object.entries(value))) } satisfies Stand
}

function withArrays(value: unknown, arrays: Container['arrays']): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((one) => withArrays(one, arrays))
  const stand = value as Stand
  if ('array' in stand) return arrays[stand.array]
  if ('map' in stand) return new Map(stand.map.map(([name, one]) => [name, withArrays(one, arrays)]))
  return Object.fromEntries(Object.entries(stand.object).map(([name, one]) => [name, withArrays(one, arrays)]))
}
