import { createContext, createElement, type ReactNode, useContext, useEffect, useState } from 'react'
import type { Client } from '../client.ts'
import type { Consent } from '../events/consent.ts'
import type { Tracker } from '../events/tracker.ts'

const ClientContext = createContext<{ client: Client; tracker: Tracker | undefined } | null>(null)

export interface VitrineProviderProps {
  client: Client
  tracker?: Tracker
  children?: ReactNode
}

export function VitrineProvider({ client, tracker, children }: VitrineProviderProps): ReactNode {
  const [value, setValue] = useState({ client, tracker })
  if (value.client !== client || value.tracker !== tracker) setValue({ client, tracker })
  return createElement(ClientContext.Provider, { value }, children)
}

export function useClient(): Client {
  const given = useContext(ClientContext)
  if (given === null) throw new Error('useClient needs a <VitrineProvider client={…}> above it')
  return given.client
}

export function useTracker(): Tracker {
  const tracker = useContext(ClientContext)?.tracker
  if (tracker === undefined) throw new Error('useTracker needs a <VitrineProvider client={…} tracker={…}> above it')
  return tracker
}

export interface UsedConsent {
  /** True if consent is required and the shopper has not answered. False on a server. */
  needed: boolean
  /** `true` allows everything, `false` nothing; or the platform's four flags. */
  decide: (consent: boolean | Consent) => void
}

export function useConsent(): UsedConsent {
  const tracker = useTracker()
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    let isCurrent = true
    void tracker.consentNeeded.then((value) => isCurrent && setNeeded(value))
    return () => {
      isCurrent = false
    }
  }, [tracker])
  const decide = (consent: boolean | Consent) => {
    tracker.setConsent(typeof consent === 'boolean' ? allFlags(consent) : consent)
    setNeeded(false)
  }
  return { needed, decide }
}

function allFlags(allowed: boolean): Consent {
  return {
    analyticsProcessingAllowed: allowed,
    marketingAllowed: allowed,
    preferencesProcessingAllowed: allowed,
    saleOfDataAllowed: allowed,
  }
}
