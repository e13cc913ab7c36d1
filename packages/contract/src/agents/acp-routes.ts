import { adminRoute, EVERY_ROLE } from '../route.ts'
import { AnyObject } from '../schema.ts'

export const acpFeedRoute = adminRoute('GET /shops/:shop/feeds/acp', EVERY_ROLE, {
  group: 'Agents',
  summary: 'Product feed of the Agentic Commerce Protocol',
  description:
    'The `products.jsonl` of a full feed, version 2026-04-17: one product per line, with current prices and stock. It contains only what every shopper may see.',
  response: AnyObject('A product of the protocol.'),
  responseType: 'application/x-ndjson',
  otherStatuses: { 404: 'There is no such shop.' },
  example: {
    response: {
      id: '1001',
      title: 'Linen shirt',
      url: 'https://demo-shop.myshopify.com/products/linen-shirt',
      media: [],
      variants: [{ id: '2001', title: 'Linen shirt', price: { amount: 5900, currency: 'EUR' } }],
    },
  },
})
