/** Code for developers of the shop. It is not translated. */

export interface SnippetTarget {
  shop: string
  origin: string
  /** The shop's storefront key; a placeholder unless a key was created just now. */
  key: string
}

export const SEARCH_SNIPPET = `import { searchEvents } from '@vitrine/client/events'

const answer = await client.search({ query })
await searchEvents(tracker, answer).rendered()   // svc:search_result_rendered`

export const CLICK_SNIPPET = `import { searchEvents } from '@vitrine/client/events'

// when a shopper opens a product of the list
await searchEvents(tracker, answer).clicked(product)   // svc:search_result_clicked`

export const ORDER_SNIPPET = `// on the thank-you page, or by the platform's pixel
await tracker.standard('checkout_completed', {
  checkout: { order: { id }, currencyCode, totalPrice, lineItems },
})`

export const INSTALL_SNIPPETS = {
  javascript: ({ shop, origin, key }: SnippetTarget) => `import { createClient } from '@vitrine/client'
import { createTracker } from '@vitrine/client/events'

const client = createClient({
  shop: '${shop}',
  apiKey: '${key}',
  baseUrl: '${origin}',
})
const tracker = createTracker({ client, channel: 'headless' })
const { userId } = await client.init({ userId: tracker.identity.visitorId(), pageType: 'home' })
tracker.identity.rememberVisitor(userId)
await tracker.standard('page_viewed', {})`,
  theme: ({ origin, key }: SnippetTarget) => `{%- comment -%} layout/theme.liquid, before </body> {%- endcomment -%}
{% render 'vitrine-events' %}

# settings of the theme
vitrine_url: ${origin}
vitrine_storefront_key: ${key}`,
  search: ({ shop, origin, key }: SnippetTarget) => `curl '${origin}/api/storefront/v1/headless/search' \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'x-shop: ${shop}' \\
  -H 'Content-Type: application/json' \\
  -d '{"query": "shirt"}'`,
} as const

const login = (origin: string) => `export VITRINE_URL=${origin} VITRINE_ADMIN_KEY=vak_…`

export const CONNECT_SNIPPETS = {
  file: ({ shop, origin }: SnippetTarget) => `${login(origin)}
vitrine import products.csv --shop ${shop}`,
  shopify: ({ shop, origin }: SnippetTarget) => `${login(origin)}
export VITRINE_SHOPIFY_TOKEN=shpat_…
vitrine sync shopify --shop ${shop} --webhooks ${origin} --every 24`,
  feed: ({ shop, origin }: SnippetTarget) => `export VITRINE_ADMIN_KEY=vak_…
vitrine sync feed --url https://shop.example/feed.xml --every 1h --shop ${shop} --server ${origin}`,
  medusa: ({ shop, origin, key }: SnippetTarget) => `// medusa-config.ts
const vitrine = {
  baseUrl: '${origin}',
  shop: '${shop}',
  apiKey: '${key}',
  adminKey: env.VITRINE_ADMIN_KEY, // env: of the process
  webhookSecret: env.VITRINE_WEBHOOK_SECRET,
  currency: 'eur',
}

module.exports = defineConfig({
  plugins: [{ resolve: '@vitrine/connect-medusa', options: vitrine }],
  modules: [
    {
      resolve: '@medusajs/medusa/search',
      options: { providers: [{ resolve: '@vitrine/connect-medusa', id: 'vitrine', options: vitrine }] },
    },
  ],
})`,
  vendure: ({
    shop,
    origin,
    key,
  }: SnippetTarget) => `// vendure-config.ts: VitrineSearchPlugin of @vitrine/connect-vendure, in the place of DefaultSearchPlugin
plugins: [
  VitrineSearchPlugin.init({
    baseUrl: '${origin}',
    shop: '${shop}',
    apiKey: '${key}',
    adminKey: env.VITRINE_ADMIN_KEY, // env: of the process
    webhookSecret: env.VITRINE_WEBHOOK_SECRET,
    assetUrlPrefix: 'https://shop.example/assets/',
    facets: { productType: 'category', vendor: 'brand' },
  }),
]`,
} as const
