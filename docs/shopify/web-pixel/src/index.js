import { register } from '@shopify/web-pixels-extension'
import { createClient } from '@vitrine/client'
import { createTracker, memoryStorage } from '@vitrine/client/events'
import { forwardPixelEvent } from '@vitrine/client/pixel'

const VISITOR = '_vitrine_visitor'

// The sandbox has no window: what must stay is kept by Shopify's own storage, under the same name.
register(async ({ analytics, browser, settings }) => {
  const { baseUrl, shop, apiKey } = settings
  const client = createClient({ baseUrl, shop, apiKey })
  const tracker = createTracker({ client, storage: memoryStorage() })
  const known = await browser.localStorage.getItem(VISITOR)
  if (known) tracker.identity.rememberVisitor(known)
  else await browser.localStorage.setItem(VISITOR, tracker.identity.visitorId())
  analytics.subscribe('all_standard_events', (event) => {
    const attributes = event.data?.checkout?.attributes ?? []
    const visitor = attributes.find(({ key }) => key === VISITOR)?.value
    if (visitor) tracker.identity.rememberVisitor(visitor)
    return forwardPixelEvent(event, tracker)
  })
})
