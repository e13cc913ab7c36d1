import colors from '../languages/colors.json' with { type: 'json' }
import { fold } from '../text/analysis/fold.ts'
import { languageWords, perLanguage } from '../languages/language-words.ts'

/** Color words as shops and shoppers write them. "Blue" means all shades of its family, "navy" means one. */
export const COLOR_FAMILIES = [
  'black',
  'white',
  'grey',
  'brown',
  'beige',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
  'gold',
  'silver',
] as const

export type ColorFamily = (typeof COLOR_FAMILIES)[number]

export interface ColorWord {
  readonly family: ColorFamily
  /** True for the name of a family, in any language. */
  readonly isFamily: boolean
}

/** Most shades are named after objects; shops use the English and French words in every language. */
const SHADES: Readonly<Record<ColorFamily, string>> = colors.shades

/** Family names that are also names of objects. */
const THING_WORDS = new Set(colors.things.split(' '))

/** Color words are inflected in most languages, so they are compared by stem. */
export interface ColorLanguage {
  readonly language: string
  readonly stem: (word: string) => string
}

interface ColorWords {
  readonly byWord: ReadonlyMap<string, ColorWord>
  readonly byStem: ReadonlyMap<string, ColorWord>
}

const byLanguage = new Map<string, ColorWords>()

export function colorWord(word: string, language: ColorLanguage): ColorWord | undefined {
  const { byWord, byStem } = colorWordsOf(language)
  return byWord.get(word) ?? byStem.get(language.stem(word))
}

/** Includes shades, which shops write in French or English in every language. */
export function colorWordsIn(language: ColorLanguage): ReadonlyMap<string, ColorWord> {
  return colorWordsOf(language).byWord
}

/** Shops write English color names in every language. */
export const ENGLISH: ColorLanguage = { language: 'en', stem: (word) => word }

export function colorIn(word: string, language: ColorLanguage): ColorWord | undefined {
  return colorWord(word, language) ?? colorWord(word, ENGLISH)
}

function colorWordsOf({ language, stem }: ColorLanguage): ColorWords {
  const known = byLanguage.get(language)
  if (known) return known
  const byWord = new Map<string, ColorWord>()
  const byStem = new Map<string, ColorWord>()
  for (const family of COLOR_FAMILIES)
    for (const shade of SHADES[family].split(' ')) byWord.set(shade, { family, isFamily: false })
  for (const [local, name] of localShades(language)) {
    const family = englishFamily(name, byWord)
    if (family) byWord.set(local, { family, isFamily: false })
  }
  const names = languageWords(language).colors?.split(' ') ?? []
  names.forEach((forms, at) => {
    for (const form of forms.split('/')) {
      const color = { family: COLOR_FAMILIES[at], isFamily: true }
      byWord.set(form, color)
      // English colors are not inflected; "reds" and "golds" mean something else.
      if (language !== 'en') byStem.set(stem(form), color)
    }
  })
  const words = { byWord, byStem }
  byLanguage.set(language, words)
  return words
}

/** Returns the family of an English color name by its last word: dark green is green. */
function englishFamily(name: string, shades: ReadonlyMap<string, ColorWord>): ColorFamily | undefined {
  const word = name.split(' ').at(-1)!
  return shades.get(word)?.family ?? COLOR_FAMILIES.find((family) => family === word)
}

/** False for shades, and for family names with another meaning: "orange" is also a fruit. */
export function isOnlyColor(word: string, { isFamily }: ColorWord): boolean {
  return isFamily && !THING_WORDS.has(word)
}

export const COLOR_OPTION_WORDS = new Set(colors.optionWords.split(' '))

export function isColorOption(name: string): boolean {
  return fold(name)
    .split(/[^\p{L}]+/u)
    .some((word) => COLOR_OPTION_WORDS.has(word))
}

/** Returns the name of a shade in the language, or the English name if the language has none. */
export function colorNameIn(name: string, language: string): string {
  return languageWords(language).shades?.[name] ?? name
}

export const localShades = perLanguage((language): ReadonlyMap<string, string> => {
  const single = Object.entries(languageWords(language).shades ?? {}).filter(([, local]) => !local.includes(' '))
  return new Map(single.map(([name, local]) => [fold(local), name]))
})
