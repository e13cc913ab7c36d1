/** The runtime splits scripts without spaces with its own dictionary. */
const UNSPACED = new Set(['ja', 'zh', 'th'])
const segmenters = new Map<string, Intl.Segmenter>()

export function wordsOf(text: string, language: string): string[] {
  const folded = foldText(text)
  if (!UNSPACED.has(language)) return folded.match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? []
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' })
  segmenters.set(language, segmenter)
  return [...segmenter.segment(folded)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

export function foldText(text: string): string {
  // Composing restores Japanese voicing marks, which are no accents.
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .trim()
}

/** Regular forms of a word get the same key. It may be coarse, because it only finds cases that would be unfair. */
export function wordKey(word: string): string {
  return word.length > 3
    ? word
        .replace(/['’]s$/, '')
        .replace(/ies$/, 'y')
        .replace(/(?:es|s|e)$/, '')
    : word
}
