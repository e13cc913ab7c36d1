import { type Hit, MATCH_CLASS } from '@vitrine/engine'

const CLASS_NAMES = new Map<number | undefined, string>(
  Object.entries(MATCH_CLASS).map(([name, value]) => [value, name]),
)

/** Why a product stands where it stands: `explanation` of a hit when `explain` is asked for. */
export function presentExplanation({ score, explanation }: Hit): Record<string, unknown> {
  const {
    matchClass: found,
    semantic,
    isOfKind,
    popularity,
    preference,
    personal,
    rule,
    inStock,
    words = [],
  } = explanation
  return {
    score,
    match: CLASS_NAMES.get(found) ?? null,
    matched_fields: [...new Set(words.flatMap(({ fields }) => fields))],
    matched_words: words.map(({ word, term, kind, edits, fields }) => ({
      word,
      found: term,
      kind,
      typos: edits,
      fields,
    })),
    typos: words.reduce((sum, { edits }) => sum + edits, 0),
    text_score: explanation.text ?? null,
    vector_score: semantic ?? null,
    of_kind: isOfKind ?? null,
    popularity_score: popularity,
    click_score: preference ?? null,
    personal_score: personal ?? null,
    rule: rule ?? null,
    in_stock: inStock,
  }
}
