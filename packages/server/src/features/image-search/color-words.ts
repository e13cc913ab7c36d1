/** Splits the words that come with a picture into colors and other words. */
import { analyzerFor, colorMeant, familyOfWord, isColorOption, type MeantColor } from '@vitrine/engine'
import type { Product, Variant } from '../../ports/record-store/product.ts'

export interface WordsBesidePicture {
  /** The text without colors and the words that introduce them. */
  text: string
  colors: MeantColor[]
}

/** Phrases that introduce a color: "like this but in green" asks for green. */
const LEADING =
  /^(?:(?:the )?same(?: one| thing)?|like this(?: one)?|this(?: one)?|so(?: etwas| was)?|das(?:selbe| gleiche)?|wie (?:das|dies\w*)|comme (?:ça|ca|cel[au]\S*)|le même|la même|como est[eoa]|lo mismo|igual|come quest[oa]|zoals dit|som (?:den|det) h[äe]r)(?=[ ,]|$)/iu
const JOINING =
  /^(?:but|and|und|et|y|e|only|just|in|with|aber|nur|mais|en|pero|solo|sólo|ma|maar|alleen|men|i)(?= |$)/iu

export function splitColorWords(query: string, locale: string): WordsBesidePicture {
  const language = analyzerFor(locale)
  const colors: MeantColor[] = []
  const rest = query.split(/\s+/).filter((word) => {
    const color = colorMeant(word.replaceAll(/[^\p{L}]/gu, ''), language)
    if (color) colors.push(color)
    return color === undefined
  })
  return { text: withoutLead(rest.join(' ').trim()), colors }
}

function withoutLead(text: string): string {
  let [left, before] = [text, '']
  while (left !== before)
    [before, left] = [
      left,
      left
        .replace(LEADING, '')
        .replace(/^[\s,;]+/, '')
        .replace(JOINING, '')
        .trim(),
    ]
  return left
}

/** Matches title, options and tags. A color family also matches by its shades. */
export function saysColor(product: Product, color: MeantColor, locale: string): boolean {
  return namesColor([product.title, ...product.tags, ...product.options.flatMap(({ values }) => values)], color, locale)
}

/** If the options list a product's colors, it has no others. */
export function namesItsColors({ options }: Product, locale: string): boolean {
  const language = analyzerFor(locale)
  const isColor = (word: string) => familyOfWord(word, language) !== undefined
  return options.some(({ name, values }) => isColorOption(name) || values.some((value) => wordsOf(value).some(isColor)))
}

export function variantsInColors({ variants }: Product, colors: readonly MeantColor[], locale: string): Variant[] {
  if (colors.length === 0) return []
  return variants.filter(({ optionValues }) => colors.every((color) => namesColor(optionValues, color, locale)))
}

function namesColor(texts: readonly string[], color: MeantColor, locale: string): boolean {
  const language = analyzerFor(locale)
  const isMeant = (word: string) =>
    color.isFamily ? familyOfWord(word, language) === color.family : colorMeant(word, language)?.name === color.name
  return texts.some((text) => wordsOf(text).some(isMeant))
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}]+/u)
}
