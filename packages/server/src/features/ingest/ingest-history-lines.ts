import { EVENT_LIMIT_BYTES, type HistoryAnswer, jsonExcess, parseWellFormed, PUBLIC_JSON_COST } from '@vitrine/contract'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { inSmallChunks } from '../platform/in-small-chunks.ts'
import { LineSplitter } from '../platform/split-lines.ts'
import { type HistoryDeps, type HistoryLine, ingestPlaced } from './ingest-history.ts'

/** Stores past events from NDJSON. Skips empty lines, and refuses a line that is not JSON like any invalid event. */
export async function ingestHistoryLines(
  deps: HistoryDeps,
  shop: ShopId,
  given: { bytes: AsyncIterable<Uint8Array>; nowMs: number },
): Promise<HistoryAnswer> {
  const { accepted, duplicates, refused } = await ingestPlaced(deps, shop, {
    lines: readEnvelopes(given.bytes),
    nowMs: given.nowMs,
  })
  const words = (error: (typeof refused)[number]['error']): string =>
    typeof error === 'string' ? error : error.map((item) => item.message).join('; ')
  return {
    accepted,
    duplicates,
    rejected: refused.map(({ place, error }) => ({ line: place, error: words(error) })),
  }
}

async function* readEnvelopes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<HistoryLine> {
  const splitter = new LineSplitter(EVENT_LIMIT_BYTES)
  for await (const piece of inSmallChunks(bytes)) yield* parseLines(splitter.push(piece))
  yield* parseLines(splitter.end())
}

function* parseLines(lines: ReturnType<LineSplitter['push']>): Generator<HistoryLine> {
  for (const { line, bytes } of lines) {
    if (bytes === undefined) yield { place: line, fault: `the line is longer than ${EVENT_LIMIT_BYTES / 1024} KiB` }
    else {
      const excess = jsonExcess(bytes, PUBLIC_JSON_COST)
      const text = bytes.toString('utf8').trim()
      if (excess !== undefined) yield { place: line, fault: `the line ${excess}` }
      else if (text !== '') yield { place: line, envelope: parse(text) }
    }
  }
}

/** Returns undefined for a line that is not JSON, which is then refused with its line number. */
function parse(text: string): unknown {
  try {
    return parseWellFormed(text)
  } catch {
    return undefined
  }
}
