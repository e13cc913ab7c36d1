import type { TextField } from './text-doc.ts'

export type FormKind =
  | 'exact'
  | 'stem'
  | 'prefix'
  | 'typo'
  | 'synonym'
  | 'split'
  | 'joined'
  | 'compound'
  /** The same word in another script: くつ and 靴. */
  | 'reading'
  /** One of several words of the shop that sound the same: かみ and 紙, if there is also 髪. */
  | 'homophone'
  /** A value of the product with the same meaning: "Crimson" for "red". */
  | 'attribute'
  /** A word of the shop that is near in meaning: "backpack" for "rucksack". */
  | 'near'

/** A word of the query that a doc has, and in which form. */
export interface FoundWord {
  readonly word: string
  readonly term: string
  readonly kind: FormKind
  readonly edits: number
  readonly fields: readonly TextField[]
}
