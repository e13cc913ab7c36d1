'use client'

import { useConsent, VitrineProvider } from '@vitrine/client/react'
import type { ReactNode } from 'react'
import { trackerFor } from '@/lib/tracker'
import { vitrine } from '@/lib/vitrine'

export function Providers({ country, children }: { country: string | undefined; children: ReactNode }) {
  return (
    <VitrineProvider client={vitrine} tracker={trackerFor(country)}>
      {children}
      <ConsentBanner />
    </VitrineProvider>
  )
}

/** Events wait for the answer where the shop demands one; elsewhere nobody is asked. */
function ConsentBanner() {
  const { needed, decide } = useConsent()
  if (!needed) return null
  return (
    <section className="consent" aria-label="Consent">
      <p>May we remember what you look at, to show you what fits?</p>
      <button type="button" onClick={() => decide(true)}>
        Yes
      </button>{' '}
      <button type="button" onClick={() => decide(false)}>
        No
      </button>
    </section>
  )
}
