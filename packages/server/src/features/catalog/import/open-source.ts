/** Opens sources of products. Callers import this file on demand, because the readers take several megabytes. */
import { Refusal } from '../../errors.ts'
import type { ImportItem } from './import-item.ts'
import { BadMapping } from './mapping/check-mapping.ts'
import { type Mapping, readMapping } from './mapping/mapping.ts'
import { presets } from './presets/presets.ts'
import { type ReadOptions, readProducts } from './read-products.ts'

/** The name of a preset, or the merchant's own mapping as YAML or JSON. */
export interface SourceWords {
  from?: string | undefined
  map?: string | undefined
}

/** Refuses an unusable name or mapping before anything is read. */
export function openSource(
  file: AsyncIterable<Uint8Array>,
  words: SourceWords,
  options: Pick<ReadOptions, 'currency' | 'nowMs'>,
): AsyncGenerator<ImportItem[]> {
  const mapping = mappingOf(words)
  return readProducts(file, { ...options, ...(mapping ? { mapping } : {}) })
}

/** Reads products in the admin API's shape, or the result of a bulk operation; other fields are left out. */
export function openLines(body: AsyncIterable<Uint8Array>, nowMs: number): AsyncGenerator<ImportItem[]> {
  const mapping: Mapping = { ...presets().get('shopify-bulk')!, unknown: 'leave' }
  return readProducts(body, { mapping, format: 'json-lines', nowMs })
}

function mappingOf({ from, map }: SourceWords): Mapping | undefined {
  if (map) {
    try {
      return readMapping(map, presets())
    } catch (error) {
      if (error instanceof BadMapping) throw new Refusal(400, error.message)
      throw error
    }
  }
  if (!from) return undefined
  const preset = presets().get(from)
  if (!preset) throw new Refusal(400, `there is no preset ${from}; use one of ${[...presets().keys()].join(', ')}`)
  return preset
}
