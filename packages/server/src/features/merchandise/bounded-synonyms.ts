/** Limits the shop's synonyms for the engine, because older stored documents may exceed the limits. */
import type { SynonymConfig } from '@vitrine/contract'
import type { Synonym } from '@vitrine/engine'

/** Replacements of one query word, each of which is looked up in the index. */
export const MAX_REPLACEMENTS = 50
export const MAX_WORDS = 10_000

export function boundedSynonyms(configured: readonly SynonymConfig[]): Synonym[] {
  const replacements = new Map<string, number>()
  const synonyms: Synonym[] = []
  let words = 0
  /** Returns how many of the wanted replacements the word may have. */
  const grant = (word: string, wanted: number) => {
    const taken = replacements.get(word) ?? 0
    const granted = Math.min(wanted, MAX_REPLACEMENTS - taken)
    replacements.set(word, taken + granted)
    return granted
  }
  for (const one of configured) {
    if (words >= MAX_WORDS) break
    const added = Array.isArray(one) ? boundedGroup(one, grant) : boundedRule(one, grant)
    words += added.size
    if (added.synonym) synonyms.push(added.synonym)
  }
  return synonyms
}

interface Added {
  synonym?: Synonym
  size: number
}

/** Leaves out words that have reached their limit. A group of one word has no effect and is dropped. */
function boundedGroup(group: readonly string[], grant: (word: string, wanted: number) => number): Added {
  const size = Math.min(group.length, MAX_REPLACEMENTS + 1)
  const kept = group.slice(0, size).filter((word) => grant(word.toLowerCase(), size - 1) === size - 1)
  return kept.length > 1 ? { synonym: kept, size } : { size }
}

function boundedRule(
  { from, to }: { from: string; to: string | readonly string[] },
  grant: (word: string, wanted: number) => number,
): Added {
  const targets = [to].flat()
  const kept = targets.slice(0, grant(from.toLowerCase(), targets.length))
  return kept.length > 0 ? { synonym: { from, to: kept }, size: 1 + kept.length } : { size: 1 }
}
