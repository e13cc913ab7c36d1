import type { ShopConfig } from '@vitrine/contract'
import { DEFAULT_TEXT_SETTINGS, type TextField, type TextSettings } from '@vitrine/engine'
import { oncePer } from '../platform/once-per.ts'
import { boundedSynonyms } from './bounded-synonyms.ts'

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

/** Stored documents may have more, because the limit is newer. */
const MAX_STOP_WORDS = 2000

export const textSettings = oncePer((config: ShopConfig): TextSettings => {
  const { synonyms, stop_words: stopWords, auto_spell_correct_enabled: typos, ranking } = config.search
  const weights = { ...DEFAULT_TEXT_SETTINGS.weights }
  for (const field of Object.keys(weights) as TextField[]) weights[field] *= ranking[RANKING_NAMES[field]] ?? 1
  return {
    ...DEFAULT_TEXT_SETTINGS,
    weights,
    synonyms: boundedSynonyms(synonyms),
    stopWords: stopWords.slice(0, MAX_STOP_WORDS),
    typos,
  }
})
