import { compileSynonyms, type SynonymRules } from '../expand/synonyms.ts'
import { type PayloadTables, payloadTables } from './score-tables.ts'
import type { Analyzer } from '../text/analysis/analyzer.ts'
import type { TextSettings } from '../text/text-settings.ts'

interface CompiledSettings {
  readonly id: number
  readonly synonyms: SynonymRules
  readonly tables: PayloadTables
}

/** Settings are immutable, so they can be keys: changed settings are another object. */
const compiled = new WeakMap<TextSettings, Map<Analyzer, CompiledSettings>>()
let count = 0

export function compiledSettings(analyzer: Analyzer, settings: TextSettings): CompiledSettings {
  const byLanguage = compiled.get(settings) ?? new Map<Analyzer, CompiledSettings>()
  compiled.set(settings, byLanguage)
  const known = byLanguage.get(analyzer)
  if (known) return known
  const { synonyms, weights } = settings
  const made = { id: ++count, synonyms: compileSynonyms(synonyms, analyzer), tables: payloadTables(weights) }
  byLanguage.set(analyzer, made)
  return made
}
