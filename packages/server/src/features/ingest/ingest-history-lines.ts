import type { HistoryAnswer } from '@vitrine/contract'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { LineSplitter } from '../platform/split-lines.ts'
import { type HistoryDeps, ingestHistory } from './ingest-history.ts'

/** Past events as NDJSON. A line that is no JSON is refused like any other bad event; an empty one is skipped. */
export async function ingestHistoryLines(
  deps: HistoryDeps,
  shop: ShopId,
  given: { bytes: AsyncIterable<Uint8Array>; nowMs: number },
): Promise<HistoryAnswer> {
  const lineNumbers: number[] = []
  const envelopes = readEnvelopes(given.bytes, lineNumbers)
  const { accepted, duplicates, refused } = await ingestHistory(deps, shop, { envelopes, nowMs: given.nowMs })
  const words = (error: (typeof refused)[number]['error']): string =>
    typeof error === 'string' ? error : error.map((item) => item.message).join('; ')
  return {
    accepted,
    duplicates,
    rejected: refused.map(({ index, error }) => ({ line: lineNumbers[index]!, error: words(error) })),
  }
}

async function* readEnvelopes(bytes: AsyncIterable<Uint8Array>, lineNumbers: number[]): AsyncGenerator<unknown> {
  const splitter = new LineSplitter()
  for await (const chunk of bytes) {
    yield* parseLines(splitter.push(Buffer.from(chunk)), lineNumbers)
  }
  yield* parseLines(splitter.end(), lineNumbers)
}

function* parseLines(lines: ReturnType<LineSplitter['push']>, lineNumbers: number[]): Generator<unknown> {
  for (const { line, bytes } of lines) {
    const text = bytes?.toString('utf8').trim()
    if (text === '') continue
    lineNumbers.push(line)
    yield parse(text)
  }
}

/** undefined is no envelope, so it is refused with the line's number. */
function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
