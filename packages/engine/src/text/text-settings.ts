import type { TextField } from './text-doc.ts'

/** Words that mean the same, in any number of words each. */
export type Synonym =
  /** Two-way: each finds every other. */
  | readonly string[]
  /** One-way: `from` also finds `to`. */
  | { readonly from: string; readonly to: readonly string[] }

export interface TextSettings {
  /** How much a match in each field counts. */
  readonly weights: Readonly<Record<TextField, number>>
  readonly synonyms: readonly Synonym[]
  /** Added to the locale's own list. */
  readonly stopWords: readonly string[]
  /** Off: words match exactly or by prefix only. */
  readonly typos: boolean
  /** Below this many hits with every word, words are relaxed. */
  readonly relaxBelow: number
}

export const DEFAULT_TEXT_SETTINGS: TextSettings = {
  weights: {
    title: 5,
    productType: 2,
    vendor: 1,
    tags: 1.5,
    options: 1.5,
    skus: 6,
    collections: 1.5,
    metafields: 0.6,
    description: 1,
  },
  synonyms: [],
  stopWords: [],
  typos: true,
  relaxBelow: 60,
}
