import { dan, deu, eng, fin, fra, ita, jpn, kor, nld, nob, por, spa, swe, tha, zho } from 'stopword'
import { fold } from './fold.ts'
import { wordsByLanguage } from './words-by-language.ts'

const LISTS: Record<string, readonly string[]> = {
  da: dan,
  de: deu,
  en: eng,
  es: spa,
  fi: fin,
  fr: fra,
  it: ita,
  ja: jpn,
  ko: kor,
  nl: nld,
  no: nob,
  pt: por,
  sv: swe,
  th: tha,
  zh: zho,
}

/** Words of those lists that say in a shop what is wanted, or how: a watch, the summer, hair, children, long, small. */
const MEANINGFUL = wordsByLanguage({
  da: 'stor store lille ny nyt lav mand',
  de: [
    'uhr ei mann mensch gross grosse grossen grosser grosses kleine kleinen kleiner kleines lang lange kurz hoch leicht rund',
    'neue neuen offen mittel naturlich morgen oben recht rechte rechten rechter tag jahr jahre teil s m l',
  ].join(' '),
  en: 'can over under',
  fi: '9 osa',
  fr: 'ete',
  ko: '아이 시간',
  nl: 'haar kan was',
  sv: [
    'stor stora stort liten litet lilla sma fin enkel enkelt enkla hog hogre hoger lang langt latt lattare vanster',
    'tidig rakt man dag',
  ].join(' '),
  zh: '小 中',
})

const folded = new Map<string, ReadonlySet<string>>()

/** Folded words that carry no meaning of their own in this language. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const known = folded.get(language)
  if (known) return known
  const words = new Set((LISTS[language] ?? []).map((word) => fold(word).replaceAll("'", '')))
  for (const word of MEANINGFUL(language)) words.delete(word)
  folded.set(language, words)
  return words
}
