import { type Hit, TIER } from '@vitrine/engine'

const TIER_NAMES = new Map<number | undefined, string>(Object.entries(TIER).map(([name, value]) => [value, name]))

export function presentExplanation({ score, explanation }: Hit): Record<string, unknown> {
  const { features, learned, rules = [], popularity, rule, inStock, words = [] } = explanation
  return {
    score,
    match: matchOf({ explanation }),
    matched_fields: [...new Set(words.flatMap(({ fields }) => fields))],
    matched_words: words.map(({ word, term, kind, edits, fields }) => ({
      word,
      found: term,
      kind,
      typos: edits,
      fields,
    })),
    typos: words.reduce((sum, { edits }) => sum + edits, 0),
    rules,
    features: features ?? null,
    text_score: features?.words ?? null,
    vector_score: features?.similarity || null,
    popularity_score: popularity,
    click_score: learned?.products || null,
    learned: learned ?? null,
    personal_score: features?.personal || null,
    rule: rule ?? null,
    in_stock: inStock,
  }
}

/** Returns `exact` for the product's whole name, the tier of the match, or null if words do not decide. */
export function matchOf({ explanation: { rules = [] } }: Pick<Hit, 'explanation'>): string | null {
  const ruleValue = (name: string) => rules.find(({ rule }) => rule === name)?.value
  return ruleValue('exact') === 0 ? 'exact' : (TIER_NAMES.get(ruleValue('tier')) ?? null)
}
