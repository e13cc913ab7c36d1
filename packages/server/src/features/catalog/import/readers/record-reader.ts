import type { Raw } from '../../../platform/catalog-values.ts'
import { MAX_RECORD_BYTES } from '../../../platform/split-lines.ts'

/** A row, an object or an element of a source, before anybody knows what its fields mean. */
export interface SourceRecord {
  /** Counts from 1. */
  line: number
  value: Raw
  /** Bytes that the record takes in memory while it waits for records that belong to it. */
  bytes: number
  /** The columns of a table, filled in this row or not; absent where a record has only the fields it names. */
  columns?: ReadonlySet<string>
}

export type ReaderItem =
  | { kind: 'record'; record: SourceRecord }
  /** Something that could not be read, and why. The rest goes on. */
  | { kind: 'fault'; line: number; reason: string }
  | { kind: 'note'; line: number; text: string }

/**
 * A reader of one format: bytes in, however they are cut into chunks, records out. Memory stays within a few times
 * `MAX_RECORD_BYTES`, whatever the size of the source.
 */
export interface RecordReader {
  push(chunk: Buffer): ReaderItem[]
  end(): ReaderItem[]
}

export const TOO_LONG = `is longer than ${MAX_RECORD_BYTES / 1024 / 1024} MiB`
