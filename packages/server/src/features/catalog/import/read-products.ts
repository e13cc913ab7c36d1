import { inTurns } from '../../platform/in-turns.ts'
import { CsvProducts } from './csv-products.ts'
import { detectFormat, SAMPLE_BYTES, type SourceFormat } from './detect-format.ts'
import type { ImportItem, ImportReader } from './import-item.ts'
import { JsonDocumentProducts } from './json-document-products.ts'
import { JsonLinesProducts } from './json-lines-products.ts'

/** Reads products from bytes in any known format, told by content. Items come in groups of what one chunk gave. */
export async function* readProducts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportItem[]> {
  let reader: ImportReader | undefined
  const sample: Buffer[] = []
  let sampled = 0
  for await (const chunk of inTurns(chunks)) {
    if (reader) {
      yield reader.push(chunk)
      continue
    }
    sample.push(chunk)
    sampled += chunk.length
    if (sampled < SAMPLE_BYTES) continue
    const begun = begin(Buffer.concat(sample), false)
    yield begun.items
    if (!begun.reader) return
    reader = begun.reader
  }
  const begun = reader ? { reader, items: [] } : begin(Buffer.concat(sample), true)
  yield begun.items
  if (begun.reader) yield begun.reader.end()
}

function begin(sample: Buffer, isWhole: boolean): { reader?: ImportReader; items: ImportItem[] } {
  const detected = detectFormat(sample, isWhole)
  if (detected.kind === 'unreadable') return { items: [{ kind: 'fault', line: 1, reason: detected.reason }] }
  const reader = readerOf(detected.format)
  if (!reader) return { items: [{ kind: 'note', line: 1, text: 'there is nothing in it' }] }
  return { reader, items: reader.push(sample) }
}

function readerOf(format: SourceFormat): ImportReader | undefined {
  switch (format) {
    case 'csv':
      return new CsvProducts()
    case 'json-lines':
      return new JsonLinesProducts()
    case 'json-document':
      return new JsonDocumentProducts()
    case 'empty':
      return undefined
  }
}
