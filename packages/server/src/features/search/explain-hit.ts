import { type Hit, matchClass, type SearchResult } from '@vitrine/engine'

const CLASS_NAMES = new Map<number | undefined, string>(
  Object.entries(matchClass).map(([name, value]) => [value, name]),
)

/** Why a product stands where it stands: `explanation` of a hit when `explain` is asked for. */
export function explainHit({ score, explanation }: Hit, text: SearchResult['text']): Record<string, unknown> {
  const { matchClass: found, semantic, popularity, personal, rule, inStock } = explanation
  return {
    score,
    match: CLASS_NAMES.get(found) ?? null,
    matched_words: (text?.terms ?? []).map(({ word, forms, optional }) => ({
      word,
      optional,
      forms: forms.slice(0, 10).map(({ term, kind, edits }) => ({ term, kind, typos: edits })),
    })),
    text_score: explanation.text ?? null,
    vector_score: semantic ?? null,
    popularity_score: popularity,
    personal_score: personal ?? null,
    rule: rule ?? null,
    in_stock: inStock,
  }
}
