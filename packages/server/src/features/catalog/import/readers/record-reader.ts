import type { Raw } from '../../../platform/catalog-values.ts'
import { MAX_RECORD_BYTES } from '../../../platform/split-lines.ts'

/** A row, an object or an element of a source, before its fields are mapped. */
export interface SourceRecord {
  /** Counts from 1. */
  line: number
  value: Raw
  /** Memory that the record takes while it waits for records that belong to it. */
  bytes: number
  /** All columns of the table, whether filled in this row or not; absent if the source is not a table. */
  columns?: ReadonlySet<string>
}

export type ReaderItem =
  | { kind: 'record'; record: SourceRecord }
  /** Something that could not be read; reading goes on. */
  | { kind: 'fault'; line: number; reason: string }
  | { kind: 'note'; line: number; text: string }

/** Reads one format from chunks of any size. Memory stays within a few times `MAX_RECORD_BYTES`, whatever the size of the source. */
export interface RecordReader {
  push(chunk: Buffer): ReaderItem[]
  end(): ReaderItem[]
}

export const TOO_LONG = `is longer than ${MAX_RECORD_BYTES / 1024 / 1024} MiB`
