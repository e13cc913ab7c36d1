/** The engine's ranking constants that folds choose. What is not here follows from a reason, not from judged queries. */
import { DEFAULT_TEXT_SETTINGS, FUSION, type Fusion, type TextField, type TextSettings } from '@vitrine/engine'
import { type RankingConstants, RANKING } from '../../../packages/engine/src/text/ranking-constants.ts'
import type { ConstantGroup, Setting } from './nested-folds.ts'

/** Each begins with a neutral value: the one that switches its rule off, or the one of the books. */
export const textConstants: readonly ConstantGroup[] = [
  [
    { name: 'weight.title', values: [3, 5, 8] },
    { name: 'saturation', values: [1.2, 2.5, 4] },
  ],
  [{ name: 'typeWord', values: [0, 1] }],
  [{ name: 'phrase', values: [0, 0.2] }],
  [{ name: 'feedback', values: [0, 0.1] }],
  [{ name: 'accessory', values: [1, 0.6] }],
]

/** Judged queries do not tell these values apart (decision 220), so that folds would choose by chance: they are held, and only turned one by one. */
export const heldConstants: readonly ConstantGroup[] = [
  [{ name: 'titleLengthNorm', values: [0.75, 0.5, 0.25] }],
  [{ name: 'titleTail', values: [1, 0.5, 0.25] }],
  [{ name: 'head', values: [1, 1.2] }],
  [{ name: 'bestField', values: [0, 0.1] }],
  [{ name: 'fullShareWords', values: [1, 2, 3] }],
  [{ name: 'feedbackSize', values: [5, 10, 20] }],
]

/** Makes the engine rank by these until the next call; the settings to search with. Nothing named: the constants as shipped. */
export function applyConstants(setting: Setting): TextSettings {
  Object.assign(RANKING, shipped)
  const weights: Record<TextField, number> = { ...DEFAULT_TEXT_SETTINGS.weights }
  Object.assign(FUSION, shippedFusion)
  for (const [name, value] of Object.entries(setting)) {
    const field = /^weight\.(.*)/.exec(name)?.[1]
    if (name in FUSION) FUSION[name as keyof Fusion] = value
    else if (field !== undefined) weights[field as TextField] = value
    else RANKING[name as keyof RankingConstants] = value
  }
  return { ...DEFAULT_TEXT_SETTINGS, weights }
}

const shippedFusion: Fusion = { ...FUSION }
const shipped: RankingConstants = { ...RANKING }
