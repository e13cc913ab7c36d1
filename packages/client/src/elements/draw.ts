import type { Product } from '../types.ts'
import type { Drawing } from './index.ts'

/** Event whose `detail` is the product. It bubbles up to the document. */
const ADD_TO_CART = 'vitrine-add'

/** Creates an element with attributes and children. Texts stay texts: nothing in an answer becomes HTML. */
export function element(tag: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

export function button(text: string, onClick: () => void, disabled = false): HTMLElement {
  const made = element('button', { type: 'button' }, text) as HTMLButtonElement
  made.disabled = disabled
  made.addEventListener('click', onClick)
  return made
}

export interface CardReports {
  open: () => unknown
  add: () => unknown
}

export function productCard(drawing: Drawing, product: Product, report: CardReports): HTMLElement {
  const { productHref, pictureUrl, money, words } = drawing
  const src = pictureUrl(product.image)
  const picture = src === null ? [] : [element('img', { src, alt: product.image.altText ?? '', loading: 'lazy' })]
  const link = element('a', { href: productHref(product) }, ...picture, product.title)
  link.addEventListener('click', () => void report.open())
  const price = product.displayPrice === null ? '' : money(product.displayPrice, product.displayCurrency)
  const add = button(product.isInStock ? words.addToCart : words.soldOut, onAdd, !product.isInStock)
  function onAdd(): void {
    void report.add()
    add.dispatchEvent(new CustomEvent(ADD_TO_CART, { detail: product, bubbles: true }))
  }
  return element('li', { class: 'card' }, link, element('span', { class: 'price' }, price), add)
}
