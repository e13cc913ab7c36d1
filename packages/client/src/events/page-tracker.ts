import type { Client } from '../client.ts'
import { cookieStorage, localStorageStorage } from './storage.ts'
import { createTracker, type Tracker, type TrackerOptions } from './tracker.ts'

export interface PageTrackerOptions extends Omit<TrackerOptions, 'consentRequired'> {
  /** The shopper's country. If unknown, consent is required as soon as one country requires it. */
  country?: string | undefined
}

const trackers = new WeakMap<Client, Tracker>()

/** Returns the tracker of a page, one for each client. Ids are stored in cookies. On a server, nothing is sent. */
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
