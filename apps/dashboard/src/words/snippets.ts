/** Code that a shop adds so that an empty screen fills. The same in every language. */

export const SEARCH_SNIPPET = `import { searchEvents } from '@vitrine/client/events'

const answer = await client.search({ query })
await searchEvents(tracker, answer).rendered()   // svc:search_result_rendered`

export const CLICK_SNIPPET = `import { searchEvents } from '@vitrine/client/events'

// when a shopper opens a product of the list
await searchEvents(tracker, answer).clicked(product)   // svc:search_result_clicked`

export const PAGE_VIEW_SNIPPET = `import { createClient } from '@vitrine/client'
import { createTracker } from '@vitrine/client/events'

const client = createClient({ shop, apiKey, baseUrl })
const tracker = createTracker({ client })
await tracker.standard('page_viewed', {})`

export const ORDER_SNIPPET = `// on the thank-you page, or by the platform's pixel
await tracker.standard('checkout_completed', {
  checkout: { order: { id }, currencyCode, totalPrice, lineItems },
})`

export const IMPORT_SNIPPET = `vitrine import products.csv --shop "$SHOP" --url "$VITRINE_URL" --admin-key "$VITRINE_ADMIN_KEY"`
