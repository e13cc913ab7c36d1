'use client'

import { pageTracker } from '@vitrine/client/events'
import { useConsent, useReport, VitrineProvider } from '@vitrine/client/react'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { vitrine } from '@/lib/vitrine'

export function Providers({ country, children }: { country: string | undefined; children: ReactNode }) {
  return (
    <VitrineProvider client={vitrine} tracker={pageTracker({ client: vitrine, country })}>
      <PageViews />
      {children}
      <ConsentBanner />
    </VitrineProvider>
  )
}

function PageViews() {
  useReport(usePathname(), (tracker) => tracker.standard('page_viewed', {}))
  return null
}

/** Shown only if the shop requires consent. Events wait for the shopper's decision. */
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
