/** A shop index as a container of arrays, for a file. Only a cache: whatever is not exactly as written is refused, and the reader builds anew. */
import {
  type Container,
  ContainerRefused,
  decodeContainer,
  encodeContainer,
  type TypedArray,
} from '@vitrine/array-container'
import type { ColumnSegment } from '../columns/column-segment.ts'
import { loadTextSegment, saveTextSegment } from '../text/text-segment.ts'
import { loadColumns, saveColumns } from './save-columns.ts'
import type { IndexData, SegmentData } from './shop-index.ts'

const KIND = 'shop-index'
/** Raised with every change of what a column means or how it is laid out. */
const VERSION = 7

export class SnapshotRefused extends Error {}

type Arrays = Record<string, ArrayBufferView>

interface About {
  meta: Record<string, unknown>
  locale: string
  docCounts: { docs: number; liveDocs: number }[]
}

/** The file in pieces, in order. The pieces share memory with the index. */
export function encodeSnapshot({ segments, locale }: IndexData, meta: Record<string, unknown>): Uint8Array[] {
  const docCounts = segments.map(({ segment, liveDocCount }) => ({
    docs: segment.columns.docCount,
    liveDocs: liveDocCount,
  }))
  const about: About = { meta, locale, docCounts }
  const arrays = Object.assign({}, ...segments.map((data, s) => prefixed(`${s}.`, arraysOf(data))))
  return encodeContainer({ kind: KIND, version: VERSION, about, arrays })
}

function arraysOf({ segment, liveDocs, popularity }: SegmentData): Arrays {
  return {
    ...prefixed('text.', saveTextSegment(segment.text)),
    ...saveColumns(segment.columns),
    liveDocs,
    popularity,
  }
}

/** @throws SnapshotRefused */
export function decodeSnapshot(bytes: Uint8Array): { data: IndexData; meta: Record<string, unknown> } {
  const { about, arrays } = readContainer(bytes)
  try {
    const { meta, locale, docCounts } = about as About
    const segments = docCounts.map((counts, s) => segmentOf(unprefixed(`${s}.`, arrays), counts))
    return { data: { segments, locale }, meta }
  } catch (cause) {
    throw new SnapshotRefused('snapshot without what it should hold', { cause })
  }
}

function readContainer(bytes: Uint8Array): Container {
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

function segmentOf(arrays: Arrays, { docs, liveDocs }: About['docCounts'][number]): SegmentData {
  const columns: ColumnSegment = loadColumns(arrays, docs)
  const text = loadTextSegment(unprefixed('text.', arrays))
  const own = { liveDocs: arrays.liveDocs as Uint32Array, popularity: arrays.popularity as Float32Array }
  return { segment: { columns, text }, liveDocCount: liveDocs, ...own }
}

function prefixed(prefix: string, arrays: Arrays): Record<string, TypedArray> {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [prefix + name, array as TypedArray]))
}

function unprefixed(prefix: string, arrays: Readonly<Arrays>): Arrays {
  const own = Object.entries(arrays).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(own.map(([name, array]) => [name.slice(prefix.length), array]))
}
