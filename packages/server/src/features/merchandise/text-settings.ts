import type { ShopConfig } from '@vitrine/contract'
import { DEFAULT_TEXT_SETTINGS, type TextField, type TextSettings } from '@vitrine/engine'

type Ranking = ShopConfig['search']['ranking']

const RANKING_NAMES: Readonly<Record<TextField, keyof Ranking>> = {
  title: 'title',
  productType: 'product_type',
  vendor: 'vendor',
  tags: 'tags',
  options: 'options',
  skus: 'sku',
  collections: 'collections',
  metafields: 'metafields',
  description: 'description',
}

const settingsOf = new WeakMap<ShopConfig, TextSettings>()

/** The engine's own settings with the merchant's weights, synonyms and stop words. Made once per configuration. */
export function textSettings(config: ShopConfig): TextSettings {
  const known = settingsOf.get(config)
  if (known) return known
  const { synonyms, stop_words: stopWords, auto_spell_correct_enabled: typos, ranking } = config.search
  const weights = { ...DEFAULT_TEXT_SETTINGS.weights }
  for (const field of Object.keys(weights) as TextField[]) weights[field] *= ranking[RANKING_NAMES[field]] ?? 1
  const settings: TextSettings = {
    ...DEFAULT_TEXT_SETTINGS,
    weights,
    synonyms: synonyms.map((synonym) =>
      Array.isArray(synonym) ? synonym : { from: synonym.from, to: [synonym.to].flat() },
    ),
    stopWords,
    typos,
  }
  settingsOf.set(config, settings)
  return settings
}
