import { colourOfName, type NamedColour } from '@vitrine/engine'
import type { Product } from '../../ports/record-store/product.ts'

export interface WordsBesidePicture {
  /** What is left when the colours are taken out. */
  text: string
  colours: NamedColour[]
}

export function splitColourWords(query: string): WordsBesidePicture {
  const colours: NamedColour[] = []
  const rest = query.split(/\s+/).filter((word) => {
    const colour = colourOfName(word.replaceAll(/[^\p{L}]/gu, ''))
    if (colour) colours.push(colour)
    return colour === undefined
  })
  return { text: rest.join(' ').trim(), colours }
}

/** Whether the product's own words name the colour: title, options and tags, by any name of that colour. */
export function saysColour(product: Product, colour: NamedColour): boolean {
  const texts = [product.title, ...product.tags, ...product.options.flatMap(({ values }) => values)]
  return texts.some((text) =>
    text
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .some((word) => colourOfName(word)?.name === colour.name),
  )
}
