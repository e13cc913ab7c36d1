import type { Analyzer } from '../analysis/analyzer.ts'
import { readingOf } from './readings.ts'

/** Looks up the stem, then other spellings. Returns undefined if the kana may mean several known words. */
export function findBySpelling<T>(
  word: string,
  analyzer: Analyzer,
  find: (stem: string) => T | undefined,
): T | undefined {
  const own = find(analyzer.stem(word))
  if (own !== undefined || analyzer.readings === null) return own
  const found = writtenOtherwise(word, analyzer).flatMap((spellings) => {
    const first = spellings.map((spelling) => find(analyzer.stem(spelling))).find((each) => each !== undefined)
    return first === undefined ? [] : [first]
  })
  return found.length === 1 ? found[0] : undefined
}

function writtenOtherwise(word: string, analyzer: Analyzer): string[][] {
  const inKana = readingOf(word, analyzer)
  if (inKana !== undefined) return inKana.words.flatMap((one) => (one.isMeant ? [[...one.spellings]] : []))
  const own = (analyzer.readings?.of(word) ?? []).flatMap(({ kana, words }) => [
    kana,
    ...words.flatMap(({ spellings }) => (spellings.includes(word) ? spellings : [])),
  ])
  return own.length === 0 ? [] : [own]
}
