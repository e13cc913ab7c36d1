/** A shop with three products and a draft. */
import type { Harness, TestShop } from './harness.ts'

export const config = {
  shop: { currency: 'EUR' },
  filters: [
    { id: 1, key: 'color', title: 'Color', attribute_type: 'option', attribute: 'Color', type: 'color' },
    { id: 2, key: 'price', title: 'Price', attribute_type: 'price', type: 'range' },
  ],
}

const product = (id: number, title: string, color: string, price: number, status = 'active') => ({
  id,
  title,
  handle: title.toLowerCase().replaceAll(' ', '-'),
  body_html: '<p>Soft &amp; wide.</p>',
  vendor: 'Northloom',
  product_type: `${title.split(' ').at(-1)}s`.replace(/^./, (letter) => letter.toUpperCase()),
  tags: 'living',
  status,
  published_at: '2026-01-01T00:00:00Z',
  options: [{ name: 'Color', values: [color] }],
  variants: [
    { id: id * 10, title: color, sku: `SKU-${id}`, price: String(price), option1: color, inventory_quantity: 5 },
  ],
  images: [],
})

export function putSearchShop(harness: Harness, shop: TestShop) {
  return harness.putProducts(shop, [
    product(1, 'Velvet sofa', 'Sage', 500),
    product(2, 'Linen armchair', 'Navy', 300),
    product(3, 'Wool sofa', 'Navy', 700),
    product(4, 'Secret bench', 'Navy', 100, 'draft'),
  ])
}
