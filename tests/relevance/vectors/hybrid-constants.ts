import { textConstants } from '../search/constants.ts'
import type { Constant } from '../search/nested-folds.ts'

/** All that a hybrid search is tuned by. */
export const hybridConstants: readonly Constant[] = textConstants
