import { textConstants } from '../search/constants.ts'
import type { Constant } from '../search/nested-folds.ts'

/** How far meaning counts. It begins with words alone. */
export const weightConstants: readonly Constant[] = [
  { name: 'share', values: [0, 0.2, 0.3, 0.4, 0.5] },
  { name: 'feedbackShare', values: [0, 0.5, 0.7, 1] },
]

/** All that a hybrid search is tuned by: first how far meaning counts, then the words. */
export const hybridConstants: readonly Constant[] = [
  ...weightConstants,
  { name: 'fullShareWords', values: [1, 2, 3] },
  { name: 'feedbackSize', values: [5, 10, 20] },
  ...textConstants,
]
