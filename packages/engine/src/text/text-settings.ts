import type { TextField } from './text-doc.ts'

/** Expressions with the same meaning, each of one or more words. */
export type Synonym =
  /** Two-way: each finds all others. */
  | readonly string[]
  /** One-way: `from` also finds `to`. */
  | { readonly from: string; readonly to: readonly string[] }

export interface TextSettings {
  readonly weights: Readonly<Record<TextField, number>>
  readonly synonyms: readonly Synonym[]
  /** Added to the stop words of the language. */
  readonly stopWords: readonly string[]
  readonly typos: boolean
  /** If fewer products have every word, products with some of the words are found too. */
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
