import { causeOf, isStoreFault } from '../../../ports/derived-store/set-aside.ts'
import type { ShopId } from '../../../ports/record-store/record-store.ts'
import { type ProductWriter, storeProducts } from '../store-products.ts'
import type { ImportItem } from './import-item.ts'

export interface ImportFault {
  line: number
  error: string
}

export interface ImportReport {
  created: number
  updated: number
  unchanged: number
  rejected: number
  /** The first `MAX_LISTED` of what was rejected, in order of discovery. */
  faults: ImportFault[]
  notes: { line: number; text: string }[]
}

export interface ImportOptions {
  /** Called after each batch is on disk: what the report counts by then survives a crash. */
  onProgress?: (report: ImportReport) => void
}

/** One durable write for this many products: a crash loses at most what was never reported. */
const BATCH_PRODUCTS = 250
/** A file of nothing but faults must not become a report of its own size. The counts stay exact. */
export const MAX_LISTED = 1000

/** Stores what is read, batch by batch; importing the same source again changes nothing. */
export async function importProducts(
  store: ProductWriter,
  shop: ShopId,
  source: AsyncIterable<readonly ImportItem[]>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const report: ImportReport = { created: 0, updated: 0, unchanged: 0, rejected: 0, faults: [], notes: [] }
  let batch: ProductItem[] = []
  const flush = async () => {
    if (batch.length > 0) await storeWhatCan(store, shop, batch, report)
    batch = []
    options.onProgress?.(report)
  }
  for await (const items of source) {
    for (const item of items) {
      if (item.kind === 'product') batch.push(item)
      else noteItem(report, item)
      if (batch.length >= BATCH_PRODUCTS) await flush()
    }
  }
  await flush()
  return report
}

type ProductItem = Extract<ImportItem, { kind: 'product' }>

/** A product that the store cannot take is rejected by its line; those around it are kept. */
async function storeWhatCan(
  store: ProductWriter,
  shop: ShopId,
  items: readonly ProductItem[],
  report: ImportReport,
): Promise<void> {
  const products = items.map(({ product }) => product)
  try {
    for (const outcome of await storeProducts(store, shop, products)) report[outcome]++
  } catch (error) {
    const [only, ...others] = items
    if (only === undefined || isStoreFault(error)) throw error
    if (others.length > 0) for (const item of items) await storeWhatCan(store, shop, [item], report)
    else noteItem(report, { kind: 'fault', line: only.line, reason: `could not be stored: ${causeOf(error)}` })
  }
}

function noteItem(report: ImportReport, item: Exclude<ImportItem, { kind: 'product' }>): void {
  if (item.kind === 'fault') {
    report.rejected++
    if (report.faults.length < MAX_LISTED) report.faults.push({ line: item.line, error: item.reason })
  } else if (report.notes.length < MAX_LISTED) report.notes.push({ line: item.line, text: item.text })
}
