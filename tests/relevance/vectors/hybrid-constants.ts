import { textConstants } from '../search/constants.ts'
import type { Constant } from '../search/nested-folds.ts'

/** How far meaning counts. It begins with words alone. */
export const weightConstants: readonly Constant[] = [
  { name: 'share', values: [0, 0.1, 0.2, 0.3, 0.4] },
  { name: 'fullShareWords', values: [1, 2, 3] },
]

/** All that a hybrid search is tuned by: first how far meaning counts, then the words. */
export const hybridConstants: readonly Constant[] = [...weightConstants, ...textConstants]
