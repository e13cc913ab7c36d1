import { cookieStorage, createTracker, localStorageStorage } from '@vitrine/client/events'
import { useConsent, VitrineProvider } from '@vitrine/client/react'
import { type ReactNode, useState } from 'react'
import { vitrine } from '~/lib/vitrine'

export function Providers({ country, children }: { country: string | undefined; children: ReactNode }) {
  const [tracker] = useState(() =>
    createTracker({
      client: vitrine,
      channel: 'headless',
      // Stored in cookies, so that loaders see the same visitor.
      storage: cookieStorage(),
      queueStorage: localStorageStorage(),
      // Nothing is tracked during server rendering; in the browser the shop's configuration decides.
      consentRequired:
        typeof window === 'undefined' || vitrine.init({ country }).then(({ config }) => config.consentRequired),
    }),
  )
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
