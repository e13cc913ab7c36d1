/** Scripts without spaces are split by the runtime's own dictionary. */
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
  // Japanese voicing marks are part of the letter, not accents: composing restores them.
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .trim()
}

/** Returns one key for the regular forms of a word. A coarse key suffices to find the cases that would be unfair. */
export function wordKey(word: string): string {
  return word.length > 3
    ? word
        .replace(/['’]s$/, '')
        .replace(/ies$/, 'y')
        .replace(/(?:es|s|e)$/, '')
    : word
}
