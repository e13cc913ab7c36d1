import type { Readings } from './readings.ts'

/** Maximum number of pieces of a reading. */
const MAX_PIECES = 8
const ONE_KANA = /^(?:[ぁ-ゖー]+|[ァ-ヺー]+)$/

/**
 * Joins adjacent pieces of kana that form the reading of a word: segmentation splits ほうちょう (knife) into ほう and ちょう.
 * `stem` must unify both kana.
 */
export function joinKana(words: readonly string[], readings: Readings, stem: (word: string) => string): string[][] {
  const joined: string[][] = []
  for (let at = 0; at < words.length; ) {
    const end = wordEnd(words, at, (text) => readings.has(stem(text)))
    joined.push(words.slice(at, end))
    at = end
  }
  return joined
}

function wordEnd(words: readonly string[], start: number, isReading: (text: string) => boolean): number {
  let end = start + 1
  let text = words[start]
  for (let next = start + 1; next < Math.min(words.length, start + MAX_PIECES); next++) {
    text += words[next]
    if (!ONE_KANA.test(text)) break
    if (isReading(text)) end = next + 1
  }
  return end
}
