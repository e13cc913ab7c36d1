import type { Draft } from './draft.ts'
import type { AttributeValues, Reading } from './query.ts'
import type { TermFrequency } from './shop-vocabulary.ts'

/** Tokens of less likely readings are ordinary words. */
export const MIN_CONFIDENCE = 0.5

/**
 * Chooses readings that do not overlap. Longer ones win, because they say more: in "real madrid", "real" is not read
 * by itself. Of two with the same length, the likelier is taken.
 */
export function chooseReadings(candidates: readonly Reading[]): Reading[] {
  const length = ({ first, end }: Reading) => end - first
  const chosen: Reading[] = []
  const likely = candidates.filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
  for (const one of likely.toSorted((a, b) => length(b) - length(a) || b.confidence - a.confidence))
    if (chosen.every(({ first, end }) => one.end <= first || one.first >= end)) chosen.push(one)
  return chosen
}

/** Of the products named by the word, the share that has it in this field: an apple is also a fruit. 1 if the word names no product. */
export function shareIn({ vocabulary }: Draft, word: string, field: keyof TermFrequency): number {
  const frequency = vocabulary.frequency(word)
  return frequency.naming === 0 ? 1 : frequency[field] / frequency.naming
}

/** One entry per option or attribute, with all of its values; entries and values are sorted. */
export function attributesOf(values: readonly AttributeValues[]): AttributeValues[] {
  const groups = Map.groupBy(values, ({ kind, name }) => `${kind} ${name}`)
  return [...groups.keys()].sort().map((key) => {
    const [{ kind, name }] = groups.get(key)!
    return { kind, name, values: [...new Set(groups.get(key)!.flatMap((one) => one.values))].sort() }
  })
}
