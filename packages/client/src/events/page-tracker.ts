import type { Client } from '../client.ts'
import { cookieStorage, localStorageStorage } from './storage.ts'
import { createTracker, type Tracker, type TrackerOptions } from './tracker.ts'

export interface PageTrackerOptions extends Omit<TrackerOptions, 'consentRequired'> {
  /** The shopper's country, if your host knows it. Without it, consent is required if the shop requires it anywhere. */
  country?: string | undefined
}

const trackers = new WeakMap<Client, Tracker>()

/**
 * The tracker of a page, the same for every call with the same client. The shop's own rule decides whether the shopper
 * is asked for consent. Ids are stored in cookies. On a server it never sends.
 */
export function pageTracker({ country, ...options }: PageTrackerOptions): Tracker {
  const { client } = options
  if (typeof document === 'undefined') return createTracker({ ...options, consentRequired: true })
  const former = trackers.get(client)
  if (former !== undefined) return former
  const tracker = createTracker({
    channel: 'headless',
    storage: cookieStorage(),
    queueStorage: localStorageStorage(),
    consentRequired: client.init({ country }).then(({ config }) => config.consentRequired),
    ...options,
  })
  trackers.set(client, tracker)
  return tracker
}
