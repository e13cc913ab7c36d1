'use client'

import { cookieStorage, createTracker, localStorageStorage, type Tracker } from '@vitrine/client/events'
import { useConsent, VitrineProvider } from '@vitrine/client/react'
import type { ReactNode } from 'react'
import { vitrine } from '@/lib/vitrine'

let ofPage: Tracker | undefined

/** One for the page, because React may render several times before it shows anything, and each tracker asks for the shop's rule. */
function pageTracker(country: string | undefined): Tracker {
  // Nothing is tracked while a page is rendered on the server, where shoppers share this module.
  if (typeof window === 'undefined') return createTracker({ client: vitrine, consentRequired: true })
  ofPage ??= createTracker({
    client: vitrine,
    channel: 'headless',
    // Stored in cookies, so that server components see the same visitor.
    storage: cookieStorage(),
    queueStorage: localStorageStorage(),
    consentRequired: vitrine.init({ country }).then(({ config }) => config.consentRequired),
  })
  return ofPage
}

export function Providers({ country, children }: { country: string | undefined; children: ReactNode }) {
  const tracker = pageTracker(country)
  return (
    <VitrineProvider client={vitrine} tracker={tracker}>
      {children}
      <ConsentBanner />
    </VitrineProvider>
  )
}

/** Shown only if the shop requires consent; events wait for the answer. */
function ConsentBanner() {
  const { needed, decide } = useConsent()
  if (!needed) return null
  return (
    <section className="consent" aria-label="Consent">
      <p>May we remember what you look at, to show you what fits?</p>
      {[true, false].map((isGiven) => (
        <button key={String(isGiven)} type="button" onClick={() => decide(isGiven)}>
          {isGiven ? 'Yes' : 'No'}
        </button>
      ))}
    </section>
  )
}
