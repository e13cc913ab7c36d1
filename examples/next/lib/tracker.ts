/** One tracker for the tab. Its ids are cookies, so that server components see the same visitor. */
import { cookieStorage, createTracker, localStorageStorage, type Tracker } from '@vitrine/client/events'
import { vitrine } from './vitrine'

let made: Tracker | undefined

export function trackerFor(country: string | undefined): Tracker {
  made ??= createTracker({
    client: vitrine,
    channel: 'headless',
    storage: cookieStorage(),
    queueStorage: localStorageStorage(),
    consentRequired: isConsentRequired(country),
  })
  return made
}

/** The shop's own rule: `consent_required_in` of its configuration. Nothing is tracked while a page is rendered on the server. */
async function isConsentRequired(country: string | undefined): Promise<boolean> {
  return typeof window === 'undefined' || (await vitrine.init({ country })).config.consentRequired
}
