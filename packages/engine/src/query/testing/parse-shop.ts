import { shopVocabulary } from '../../index/shop-vocabulary.ts'
import type { ShopIndex } from '../../index/shop-index.ts'
import { shopOf } from '../../values/testing/read-shop.ts'
import { parseQuery } from '../parse.ts'
import type { Query } from '../query.ts'

export const sofas = shopOf([
  {
    title: 'Ada sofa',
    productType: 'Sofas',
    variants: [{ options: { Color: 'Red' } }, { options: { Color: 'Navy' } }],
  },
  { title: 'Bo sofa', productType: 'Sofas', variants: [{ options: { Color: 'Black' } }] },
  { title: 'Cy sofa', productType: 'Corner sofas', variants: [{ options: { Color: 'Sky Blue / White' } }] },
])

export interface ParseOptions {
  locale?: string
  currency?: string
  ignore?: string[]
  isTyping?: boolean
}

export function parse(
  index: ShopIndex,
  text: string,
  { currency, locale = 'en', ...options }: ParseOptions = {},
): Query {
  const names = { vendorAttribute: 'vendor', typeAttribute: 'product_type' }
  return parseQuery({ text, locale, ...options }, shopVocabulary(index, { currency, ...names }))
}

/** Returns operators (marked "!") and readings as `kind:text`, then the terms, with the head in brackets. */
export function read(index: ShopIndex, text: string, options: ParseOptions = {}): string {
  const { operators, readings, terms, head } = parse(index, text, options)
  const said = [
    ...operators.map((one) => ({ ...one, mark: '!' })),
    ...readings.filter(({ kind }) => kind !== 'filler').map((one) => ({ ...one, mark: '' })),
  ].sort((a, b) => a.first - b.first)
  const words = terms.map(({ word }, place) => (place === head ? `[${word}]` : word)).join(' ')
  return [...said.map((one) => `${one.mark}${one.kind}:${one.text}`), words].join(' | ')
}

export const valuesOf = (query: Query, kind: string) =>
  query.readings
    .filter((one) => one.kind === kind)
    .flatMap(({ attributes }) => attributes.flatMap(({ values }) => values))
