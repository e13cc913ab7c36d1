/** Explains a rank: the value of each rule, and the words of the query that the product has. */
import type { ExpandedTerm } from '../expand/expand-query.ts'
import type { FoundWord, WeightedPostings } from '../expand/weighted-postings.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import { type Rule, RULES, type RuleValues } from './rules.ts'

/** The first rule with different values decides; the smaller value is first. */
export interface RuleValue {
  readonly rule: Rule['name']
  readonly value: number
}

export function ruleValues(values: RuleValues): RuleValue[] {
  return RULES.map(({ name, value }) => ({ rule: name, value: value(values) }))
}

/** Returns for each word the form with the highest weight, and the fields that have it. */
export function explainWords(terms: readonly ExpandedTerm[], view: number, doc: number): FoundWord[] {
  return terms.flatMap(({ term, postings }) => {
    const forms = postings[view].map((list) => ({ list, payload: payloadOf(list, doc) }))
    const [best] = forms.filter(({ payload }) => payload !== 0).sort((a, b) => b.list.weight - a.list.weight)
    if (best === undefined) return []
    const { text, kind, edits } = best.list
    const fields = TEXT_FIELDS.filter((_, field) => (best.payload & (1 << field)) !== 0)
    return [{ word: term.word, term: text, kind, edits, fields }]
  })
}

function payloadOf({ docs, payloads, start, end }: WeightedPostings, doc: number): number {
  let payload = 0
  for (let at = start; at < end; at++) if (docs[at] === doc) payload |= payloads[at]
  return payload
}
