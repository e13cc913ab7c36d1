import type { Readings } from './readings.ts'

/** Inside a word the first sound of a part is often voiced: くつ, but かわぐつ. */
const VOICED = new Map(
  'かが きぎ くぐ けげ こご さざ しじ すず せぜ そぞ ただ ちぢ つづ てで とど はば ひび ふぶ へべ ほぼ'
    .split(' ')
    .map((pair) => [pair[0], pair[1]]),
)

/**
 * True if a word that ends with a letter also ends with its native sound: then it is one. 革靴 is read かわぐつ and is a kind of 靴, くつ; 財布,
 * さいふ, the purse, is no cloth, ぬの. Chinese readings say nothing: 料金 is a fee and no gold.
 */
export function endsAsRead(longer: string, word: string, readings: Readings): boolean {
  if (!longer.endsWith(word)) return false
  const whole = readings.of(longer).map(({ kana }) => kana)
  if (whole.length === 0) return false
  const ends = readings.nativeKana(word).flatMap((kana) => [kana, (VOICED.get(kana[0]) ?? kana[0]) + kana.slice(1)])
  return whole.some((kana) => ends.some((end) => kana.length > end.length && kana.endsWith(end)))
}
