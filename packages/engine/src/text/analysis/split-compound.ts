/** Sounds that Germanic languages put between the parts of a compound. */
const links = ['', 's', 'n', 'en', 'es', 'er', 'e']
const minPart = 4
const minCompound = 8

/**
 * The known words that a compound is made of, or none: "wanderschuhe" is wander + schuhe when the shop uses both.
 * The split with the longest last part wins, because the last part says what the thing is.
 */
export function splitCompound(word: string, isKnown: (word: string) => boolean): string[] {
  if (word.length < minCompound) return []
  for (let cut = minPart; cut <= word.length - minPart; cut++) {
    const last = word.slice(cut)
    if (!isKnown(last)) continue
    const first = knownStem(word.slice(0, cut), isKnown)
    if (first !== undefined) return [first, last]
    const before = splitCompound(word.slice(0, cut), isKnown)
    if (before.length > 0) return [...before, last]
  }
  return []
}

function knownStem(part: string, isKnown: (word: string) => boolean): string | undefined {
  for (const link of links) {
    if (!part.endsWith(link)) continue
    const stem = part.slice(0, part.length - link.length)
    if (stem.length >= minPart && isKnown(stem)) return stem
  }
  return undefined
}
