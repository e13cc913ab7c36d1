import type { PageProduct } from '@vitrine/contract'
import type { Product } from '../../ports/record-store/product.ts'
import { plainText } from '../../ports/search-index/plain-text.ts'
import { type PresentOptions, presentProduct, translated } from './present-product.ts'

export function presentPageProduct(product: Product, options: Omit<PresentOptions, 'style'>): PageProduct {
  return {
    ...presentProduct(product, { ...options, style: 'section' }),
    ...pageTexts(product, options.locale),
  }
}

export function pageTexts(product: Product, locale: string | undefined): Pick<PageProduct, 'description' | 'rating'> {
  return {
    description: paragraphs(translated(product, 'body_html', product.bodyHtml, locale)),
    rating: product.rating,
  }
}

const BLOCK_END = /<\/(?:p|li|div|tr|h[1-6])>|<br[ /]*>/gi
/** Marks the end of a paragraph; `plainText` would remove white space. */
const BREAK = '\u0001'

function paragraphs(html: string): string {
  return plainText(html.replace(BLOCK_END, `${BREAK}$&`))
    .split(BREAK)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n')
}
