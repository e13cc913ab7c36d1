import type { Analyzer } from '../analysis/analyzer.ts'
import type { Reading } from './readings.ts'

const KATAKANA = /[ァ-ヺ]/

/** A word in kana as a reading; undefined where it is none, or is another word in katakana. */
export function readingOf(word: string, { readings, stem }: Analyzer): Reading | undefined {
  const reading = readings?.find(stem(word))
  return reading?.isOtherInKatakana && KATAKANA.test(word) ? undefined : reading
}
