/** The engine's ranking constants that folds choose. What is not here follows from a reason, not from judged queries. */
import { DEFAULT_TEXT_SETTINGS, type TextField, type TextSettings } from '@vitrine/engine'
import { type RankingConstants, RANKING } from '../../../packages/engine/src/text/ranking-constants.ts'
import type { Constant, Setting } from './nested-folds.ts'

/** Each begins with a neutral value: the one that switches its rule off, or the one of the books. */
export const textConstants: readonly Constant[] = [
  { name: 'weight.title', values: [3, 4.5, 6, 8] },
  { name: 'weight.description', values: [1, 0.5, 1.5] },
  { name: 'weight.metafields', values: [1, 0.6, 0.3] },
  { name: 'saturation', values: [1.2, 2, 3, 4.5] },
  { name: 'titleLengthNorm', values: [0.75, 0.5, 0.37, 0.2] },
  { name: 'titleTail', values: [1, 0.5, 0.25] },
  { name: 'head', values: [1, 1.2, 1.4] },
  { name: 'phrase', values: [0, 0.1, 0.2] },
  { name: 'feedback', values: [0, 0.1, 0.2] },
  { name: 'bestField', values: [0, 0.1, 0.2] },
]

/** Makes the engine rank by these until the next call; the settings to search with. Nothing named: the constants as shipped. */
export function applyConstants(setting: Setting): TextSettings {
  Object.assign(RANKING, shipped)
  const weights: Record<TextField, number> = { ...DEFAULT_TEXT_SETTINGS.weights }
  for (const [name, value] of Object.entries(setting)) {
    const field = /^weight\.(.*)/.exec(name)?.[1]
    if (field !== undefined) weights[field as TextField] = value
    else RANKING[name as keyof RankingConstants] = value
  }
  return { ...DEFAULT_TEXT_SETTINGS, weights }
}

const shipped: RankingConstants = { ...RANKING }
