import { client, tracker, visitorId } from './api.ts'
import { setOwnCurrency } from './market.ts'

/** Called once per page load: starts the session, and reads the shop's currency and whether events are wanted. */
export async function startVisit(): Promise<void> {
  const answer = await client.init({ userId: visitorId, pageUrl: location.href })
  setOwnCurrency(answer.config.shop.currency)
  client.setSessionToken(answer.sessionToken)
  tracker.setAnalyticsEnabled(answer.config.analyticsEnabled)
}
