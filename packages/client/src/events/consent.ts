import type { KeyValueStorage } from './storage.ts'

/** The platform's four flags. Absent flags were not asked. */
export interface Consent {
  analyticsProcessingAllowed?: boolean
  marketingAllowed?: boolean
  preferencesProcessingAllowed?: boolean
  saleOfDataAllowed?: boolean
}

/** `held`: the shopper has not answered, or it is unknown whether consent is required. */
export type Gate = 'open' | 'held' | 'closed'

export interface ConsentState {
  readonly gate: Gate
  /** True if consent is required and the shopper has not answered. */
  readonly needed: Promise<boolean>
  /** Open if ids may be stored on the device. Refusing analytics or preferences closes it, because ids serve both. */
  readonly storage: Gate
  wire(): Record<string, boolean> | undefined
  /** Stores the shopper's answer on the device. */
  decide(consent: Consent): void
}

const KEY = 'vitrine_consent'

export interface ConsentOptions {
  storage: KeyValueStorage
  /** Consent known from elsewhere, such as the shop's own banner. */
  given: Consent | undefined
  required: boolean | Promise<boolean>
  onChange: () => void
}

export function createConsent({ storage, given, required, onChange }: ConsentOptions): ConsentState {
  let consent = given ?? load(storage)
  // If the shop's rule cannot be loaded, consent is required.
  const isRequired = Promise.resolve(required).catch(() => true)
  let demanded = required !== false
  void isRequired.then((value) => {
    demanded = value
    onChange()
  })
  const gate = (): Gate => {
    if (consent?.analyticsProcessingAllowed === false) return 'closed'
    return consent === null && demanded ? 'held' : 'open'
  }
  return {
    get gate() {
      return gate()
    },
    get needed() {
      return isRequired.then((value) => value && consent === null)
    },
    get storage() {
      return consent?.preferencesProcessingAllowed === false ? 'closed' : gate()
    },
    wire: () => wireConsent(consent ?? {}),
    decide(next) {
      consent = next
      storage.set(KEY, JSON.stringify(next))
      onChange()
    },
  }
}

function load(storage: KeyValueStorage): Consent | null {
  try {
    return JSON.parse(storage.get(KEY) ?? 'null')
  } catch {
    return null
  }
}

function wireConsent(consent: Consent): Record<string, boolean> | undefined {
  const flags = {
    analytics_processing_allowed: consent.analyticsProcessingAllowed,
    marketing_allowed: consent.marketingAllowed,
    preferences_processing_allowed: consent.preferencesProcessingAllowed,
    sale_of_data_allowed: consent.saleOfDataAllowed,
  }
  const given = Object.entries(flags).filter((entry): entry is [string, boolean] => entry[1] !== undefined)
  return given.length === 0 ? undefined : Object.fromEntries(given)
}
