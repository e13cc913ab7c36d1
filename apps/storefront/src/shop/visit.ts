import { client, tracker, visitorId } from './api.ts'

/** Once per page load: who this is, and whether events are wanted. */
export async function startVisit(): Promise<void> {
  const answer = await client.init({ userId: visitorId, pageUrl: location.href })
  client.setSessionToken(answer.sessionToken)
  tracker.setAnalyticsEnabled(answer.config.analyticsEnabled)
}
