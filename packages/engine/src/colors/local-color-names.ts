/** Names of the shades in other languages, as shops write them, in the form that stands alone. */
import { languageWords } from '../languages/language-words.ts'
import { fold } from '../text/analysis/fold.ts'

/** The name of a color in a language; in English where the language has no names of its own here. */
export function colorNameIn(name: string, language: string): string {
  return languageWords(language).shades?.[name] ?? name
}

const shadesByLanguage = new Map<string, ReadonlyMap<string, string>>()

/** Local names of one word each, folded, with the English name of the same color. */
export function localShades(language: string): ReadonlyMap<string, string> {
  let shades = shadesByLanguage.get(language)
  if (shades === undefined) {
    const single = Object.entries(languageWords(language).shades ?? {}).filter(([, local]) => !local.includes(' '))
    shades = new Map(single.map(([name, local]) => [fold(local), name]))
    shadesByLanguage.set(language, shades)
  }
  return shades
}
