/** Parses and formats synonyms as merchants type them: `sofa, couch` works both ways, `tee > t-shirt` one way. */
import type { ShopConfigInput } from '@vitrine/client/admin'

export type Synonym = NonNullable<NonNullable<ShopConfigInput['search']>['synonyms']>[number]

/** Returns undefined if the text does not name enough words. */
export function readSynonym(text: string): Synonym | undefined {
  const sides = text.split(/->|→|>|=>/).map(words)
  const [from = [], to = []] = sides
  if (sides.length > 2) return undefined
  if (sides.length === 1) return from.length > 1 ? from : undefined
  return from.length === 1 && to.length > 0 ? { from: from[0]!, to: to.length === 1 ? to[0]! : to } : undefined
}

function words(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,=;]/)
        .map((word) => word.trim().toLowerCase())
        .filter(Boolean),
    ),
  ]
}

export function synonymWords(synonym: Synonym): string[] {
  return Array.isArray(synonym) ? synonym : [synonym.from, ...[synonym.to].flat()]
}

/** The inverse of `readSynonym`. */
export function writeSynonym(synonym: Synonym): string {
  return Array.isArray(synonym) ? synonym.join(', ') : `${synonym.from} > ${[synonym.to].flat().join(', ')}`
}
