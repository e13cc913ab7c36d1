/** English words for the same thing, for what a shop calls by another name: a "rucksack" is its backpack. */
import { NAMING_FIELDS, SKU_BIT, VENDOR_BIT } from '../segment/posting-payload.ts'
import type { ExpandInput, TermPostings } from './expand-terms.ts'
import { formsOf } from '../analysis/singular-plural.ts'
import { isNamedIn } from './named-in.ts'
import { wordsPostings } from './synonyms.ts'
import { THESAURUS_DATA } from './thesaurus-data.ts'

/** Less than a synonym of the merchant, who knows the shop. */
const THESAURUS_WEIGHT = 0.7
/** What products are called by. A maker's name says nothing of the thing. */
const CALLING_FIELDS = NAMING_FIELDS & ~VENDOR_BIT & ~SKU_BIT

/**
 * Only for words that no product is called by, so that it never adds to a word that the shop uses; and only words that products are
 * called by: what descriptions mention is not sold. What the merchant's synonyms lead to is a name of the word.
 */
export function addThesaurus(input: ExpandInput, expanded: readonly TermPostings[]): void {
  if (input.analyzer.language !== 'en') return
  input.queryTerms.forEach(({ word }, place) => {
    const others = otherWordsFor(word)
    const own = expanded[place]
    if (others.length === 0 || isNamedIn(input, own, NAMING_FIELDS)) return
    for (const other of others) {
      const postings = input.views.map((view) => wordsPostings(input, view, other, THESAURUS_WEIGHT))
      if (isNamedIn(input, postings, CALLING_FIELDS)) for (const [s, lists] of postings.entries()) own[s].push(...lists)
    }
  })
}

let byWord: Map<string, string[][]> | undefined

/** Each as the words that it is written with. */
function otherWordsFor(word: string): readonly (readonly string[])[] {
  byWord ??= readGroups()
  const form = formsOf(word).find((each) => byWord!.has(each))
  return form === undefined ? [] : byWord.get(form)!
}

function readGroups(): Map<string, string[][]> {
  const words = new Map<string, string[][]>()
  for (const line of THESAURUS_DATA.split('\n')) {
    const group = line.split(' ')
    const to = group.filter((member) => !member.startsWith('-')).map((member) => member.split('_'))
    for (const member of group) {
      const word = member.replace(/^-/, '')
      const others = to.filter((parts) => !parts.includes(word))
      if (!word.includes('_') && others.length > 0) words.set(word, [...(words.get(word) ?? []), ...others])
    }
  }
  return words
}
