import type { ColumnSegment } from '../columns/column-segment.ts'

/** The docs of an answer, segment by segment. */
export type DocSets = readonly { columns: ColumnSegment; docs: Uint32Array }[]
