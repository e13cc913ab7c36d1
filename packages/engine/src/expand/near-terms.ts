/** For a word that names no product of the shop, adds the products named by words near in meaning: "backpack" for "rucksack". */
import { NAMING_FIELDS, ownFields } from '../text/segment/posting-payload.ts'
import type { ExpandInput, TermPostings } from './expand-input.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { phrasePostings } from './synonyms.ts'
import { computedPostings, type WeightedPostings } from './weighted-postings.ts'
import { wordPostings } from './word-postings.ts'

export interface NearTerm {
  /** The query's word. */
  readonly word: string
  /** The shop's word or words. */
  readonly text: string
  /** 0 to 1. */
  readonly similarity: number
}

export function addNear(input: ExpandInput, near: readonly NearTerm[], expanded: readonly TermPostings[]): void {
  const { queryTerms, views, analyzer } = input
  queryTerms.forEach(({ word }, place) => {
    for (const { text, similarity } of near.filter((one) => one.word === word)) {
      const words = analyzer.units(text).flatMap(({ parts }) => parts)
      const weight = EXPANSION_WEIGHTS.near * similarity
      views.forEach((view, s) => {
        const lists = words.length > 1 ? phrasePostings(view, words, input) : wordPostings(view, words[0] ?? '', input)
        for (const list of lists) expanded[place][s].push(named(list, list.weight * weight))
      })
    }
  })
}

/** Only the postings in which the word names the product. */
function named(list: WeightedPostings, weight: number): WeightedPostings {
  const places: number[] = []
  for (let at = list.start; at < list.end; at++)
    if ((ownFields(list.payloads[at]) & NAMING_FIELDS) !== 0) places.push(at)
  const docs = Uint32Array.from(places, (at) => list.docs[at])
  const payloads = Uint16Array.from(places, (at) => ownFields(list.payloads[at]) & NAMING_FIELDS)
  return computedPostings(docs, payloads, { weight, kind: 'near', edits: 0, text: list.text }, list.firstTerm)
}
