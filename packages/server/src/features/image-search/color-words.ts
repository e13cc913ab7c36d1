import { colorOfName, type NamedColor } from '@vitrine/engine'
import type { Product } from '../../ports/record-store/product.ts'

export interface WordsBesidePicture {
  /** What is left when the colors are taken out. */
  text: string
  colors: NamedColor[]
}

export function splitColorWords(query: string): WordsBesidePicture {
  const colors: NamedColor[] = []
  const rest = query.split(/\s+/).filter((word) => {
    const color = colorOfName(word.replaceAll(/[^\p{L}]/gu, ''))
    if (color) colors.push(color)
    return color === undefined
  })
  return { text: rest.join(' ').trim(), colors }
}

/** Whether the product's own words name the color: title, options and tags, by any name of that color. */
export function saysColor(product: Product, color: NamedColor): boolean {
  const texts = [product.title, ...product.tags, ...product.options.flatMap(({ values }) => values)]
  return texts.some((text) =>
    text
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .some((word) => colorOfName(word)?.name === color.name),
  )
}
