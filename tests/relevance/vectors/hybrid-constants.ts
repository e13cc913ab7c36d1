import { textConstants } from '../search/constants.ts'
import type { ConstantGroup } from '../search/nested-folds.ts'

/** How far meaning counts, and to what it is measured. It begins with words alone. */
export const weightConstants: readonly ConstantGroup[] = [
  [
    { name: 'share', values: [0, 0.2, 0.3, 0.4, 0.5] },
    { name: 'feedbackShare', values: [0, 0.5, 0.7, 1] },
  ],
]

/** All that folds choose of a hybrid search: the words, then how far meaning counts. */
export const hybridConstants: readonly ConstantGroup[] = [...textConstants, ...weightConstants]
