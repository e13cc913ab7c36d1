import { createClient, type Exchange } from '@vitrine/client'
import { createTracker } from '@vitrine/client/events'
import { createStore } from './store.ts'
import { target } from './target.ts'
const MAX_EXCHANGES = 60

export interface LoggedExchange extends Exchange {
  number: number
}

let exchangeNumber = 0
export const exchanges = createStore<LoggedExchange[]>([])

export const client = createClient({
  shop: target.shop,
  apiKey: target.apiKey,
  baseUrl: location.origin,
  onExchange(exchange) {
    exchanges.set([{ ...exchange, number: ++exchangeNumber }, ...exchanges.get()].slice(0, MAX_EXCHANGES))
  },
})

export const tracker = createTracker({ client, channel: 'headless' })
export const visitorId = tracker.identity.visitorId()
