import { textConstants } from '../search/constants.ts'
import type { Constant } from '../search/nested-folds.ts'

/** All that a hybrid search is tuned by: first how far meaning counts, then the words. */
export const hybridConstants: readonly Constant[] = [
  { name: 'share', values: [0.2, 0.1, 0.3, 0.4] },
  { name: 'fullShareWords', values: [1, 3] },
  ...textConstants,
]
