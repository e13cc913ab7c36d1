/** Drops, inserts, replaces or swaps a letter of one word that has four letters or more. */
export function withRandomEdit(query: string, random: () => number): string {
  const words = query.split(' ')
  const candidates = words.flatMap((word, place) => (/^[a-z]{4,}$/i.test(word) ? [place] : []))
  if (candidates.length === 0) return query
  const place = candidates[Math.floor(random() * candidates.length)]!
  words[place] = edit(words[place]!, random)
  return words.join(' ')
}

function edit(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length)
  const letter = String.fromCharCode(97 + Math.floor(random() * 26))
  switch (Math.floor(random() * 4)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1)
    case 1:
      return word.slice(0, at) + letter + word.slice(at)
    case 2:
      return word.slice(0, at) + letter + word.slice(at + 1)
    default: {
      const first = Math.min(at, word.length - 2)
      return word.slice(0, first) + word[first + 1] + word[first] + word.slice(first + 2)
    }
  }
}

/** The same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
