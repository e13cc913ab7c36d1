import { compileSynonyms } from '../expand/synonyms.ts'
import { payloadTables } from './score-tables.ts'
import type { CompiledSettings } from '../text/text-cache.ts'
import type { TextIndex } from '../text/text-index.ts'
import type { TextSettings } from '../text/text-settings.ts'

/** Computes once what depends on a shop's settings alone. */
export function compiledSettings({ analyzer, settings: cache }: TextIndex, settings: TextSettings): CompiledSettings {
  let compiled = cache.get(settings)
  if (compiled === undefined) {
    compiled = {
      id: 1 + Math.max(0, ...[...cache.values()].map(({ id }) => id)),
      synonyms: compileSynonyms(settings.synonyms, analyzer),
      tables: payloadTables(settings.weights),
    }
    cache.set(settings, compiled)
  }
  return compiled
}
