/** The client, the tracker, and a log of every call for the drawer. */
import { createClient, type Exchange } from '@vitrine/client'
import { createTracker } from '@vitrine/client/events'
import { createStore } from './store.ts'

export const SHOP = 'demo-shop.myshopify.com'
/** The demo shop's public storefront key: made for everybody, like every storefront key in a browser. */
export const API_KEY = `vsk_demo${'0'.repeat(28)}`
const MOST_EXCHANGES = 60

export interface LoggedExchange extends Exchange {
  number: number
}

let exchangeNumber = 0
export const exchanges = createStore<LoggedExchange[]>([])

export const client = createClient({
  shop: SHOP,
  apiKey: API_KEY,
  baseUrl: location.origin,
  onExchange(exchange) {
    exchanges.set([{ ...exchange, number: ++exchangeNumber }, ...exchanges.get()].slice(0, MOST_EXCHANGES))
  },
})

export const tracker = createTracker({ client, channel: 'headless' })
export const visitorId = tracker.identity.visitorId()
