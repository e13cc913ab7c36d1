import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { fold } from './fold.ts'
import { languageWords } from '../../languages/language-words.ts'

type Stem = (word: string) => string

/** Returns the word unchanged in languages without inflection by endings. */
export function stemmerOf(language: string): Stem {
  const stem = STEMMERS[language]
  if (stem === undefined) return unchanged
  const irregular = irregularOf(language)
  return (word) => stem(irregular.get(word) ?? word)
}

/**
 * The stemmers expect accents and miss some plurals that are common in shops. A stem shared by mistake does little
 * harm, because the typed form ranks first.
 */
const STEMMERS: Record<string, Stem> = {
  da: (word) => plainGender(fold(danish(oneShoe(word)))),
  de: (word) => fold(german(word)).replace(VOWEL_AND_S, ''),
  en: (word) => english(american(word)),
  es: (word) => fold(spanish(word)).replace(/z$/, 'c'),
  fi: (word) => strongGrade(fold(finnish(word))),
  fr: stemFrench,
  it: (word) => fold(italian(word)),
  ja: sameKana,
  ko: stemKorean,
  nl: stemDutch,
  no: (word) => plainGender(fold(norwegian(oneShoe(word).replace(/er(?:e|en|ens|es|ne|nes)$/, 'er')))),
  pt: stemPortuguese,
  sv: (word) => fold(swedish(oneShoe(word))),
}

function unchanged(word: string): string {
  return word
}

/** Maps British to American endings: "colour", "travelled", "organiser", "centre". */
function american(word: string): string {
  return word
    .replace(/(?<=...)our(?=(?:s|ed|ing|ful|less|ite|ites|able)?$)/, 'or')
    .replace(/(?<=[aeiou][^aeiou]+[aeiou]l)l(?=(?:ed|er|ers|ing)$)/, '')
    .replace(/(?<=...)is(?=(?:e|es|ed|er|ers|ing|ation)$)/, 'iz')
    .replace(/(?<=..[bt])re(?=s?$)/, 'er')
}

/** The Nordic word for shoe ends many compounds but is too short for the stemmers. "flaskor" (bottles) is no shoe. */
function oneShoe(word: string): string {
  return word.replace(/(?<=[^aeiouy]|^)sko(?:r|rna|en|ene)$/, 'sko')
}

/** "rødt" becomes "rød"; "grønt" and "grønne" become "grøn". */
function plainGender(stem: string): string {
  return stem.replace(/([dln])t$/, '$1').replace(/nn$/, 'n')
}

/** Matches the -s of "sofas" and "videos", but not of "haus", "preis", "erdgas" or "reisebus". */
const VOWEL_AND_S = /(?<=..(?:[aoy]|(?<![ae])[iu]))s$(?<!(?:gas|glas|gras|bus|mus))/

/** Handles endings that the stemmer leaves once accents are folded: "velos", "bijoux", "blanche", "rayées". */
function stemFrench(word: string): string {
  return fold(french(word))
    .replace(/(?<=..)([aiou])s$/, '$1')
    .replace(/([eo]u)x$/, '$1')
    .replace(/nch$/, 'nc')
    .replace(/(?<=...)e+$/, '')
}

/** "jassen" becomes "jas", "glazen" becomes "glas", "brieven" becomes "brief", "foto's" becomes "foto". */
function stemDutch(word: string): string {
  return fold(dutch(word))
    .replace(/([bdfgklmnprst])\1$/, '$1')
    .replace(/z$/, 's')
    .replace(/v$/, 'f')
    .replace(/ges$/, 'g')
    .replace(/(?<=[^aeiouy])s$/, '')
    .replace(/(?<=..[^aeiou][aiouy])s$(?<!(?:[dgjltw]as|[mt]ras|[bm]us|[bv]os|[mv]is))/, '')
}

/** Keeps words in -ão: without accents, the stemmer confuses "cartão" with "carta". */
function stemPortuguese(word: string): string {
  const singular = word
    .replace(/(?<=.)(?:oes|aes|aos)$/, 'ao')
    .replace(/(?<=.[aeiou])ns$/, 'm')
    .replace(/(?<=..)([aeou])is$/, '$1l')
  return singular.endsWith('ao') ? singular : fold(portuguese(singular))
}

/** Finnish softens consonants before endings ("kenkä, kengät"), so stems get the strong form. */
function strongGrade(stem: string): string {
  return stem
    .replace(/(?<=...)[aeiouy]+$/, '')
    .replace(/([kpt])\1$/, '$1')
    .replace(/ng$/, 'nk')
    .replace(/d$/, 't')
    .replace(/(?<=...)in$/, 'is')
}

/** Unifies both kana, a long vowel at the end, and v with b. */
function sameKana(word: string): string {
  return word
    .replace(/ヴ([ァィェォ]?)/g, (_, vowel: string) => V_IN_KANA[vowel])
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - HIRAGANA_BELOW))
    .replace(/(?<=...)ー$/, '')
}

const V_IN_KANA: Record<string, string> = { '': 'ブ', ァ: 'バ', ィ: 'ビ', ェ: 'ベ', ォ: 'ボ' }
const HIRAGANA_BELOW = 0x60

/** Korean noun endings, longest first: particles, "for", and the plural marker. */
const KOREAN_ENDINGS = '으로 에서 에게 까지 부터 은 는 이 가 을 를 의 에 로 와 과 도 들 용'.split(' ')

function stemKorean(word: string): string {
  const ending = KOREAN_ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= 2)
  return ending === undefined ? word : stemKorean(word.slice(0, -ending.length))
}

/** Maps forms that no suffix rule covers to their replacements. */
function irregularOf(language: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  let forms: string[] = []
  for (const entry of (languageWords(language).irregular ?? '').split(' ').filter((each) => each !== '')) {
    const [form, word] = entry.split(':')
    forms.push(form)
    if (word === undefined) continue
    for (const each of forms) words.set(each, word)
    forms = []
  }
  return words
}
