/** What the shopper allowed, in the platform's four flags. Absent means: not asked. */
export interface Consent {
  analyticsProcessingAllowed?: boolean
  marketingAllowed?: boolean
  preferencesProcessingAllowed?: boolean
  saleOfDataAllowed?: boolean
}

/** Without analytics nothing is sent at all. */
export function mayTrack(consent: Consent): boolean {
  return consent.analyticsProcessingAllowed !== false
}

/** Ids on the device serve analytics and preferences; one refusal is enough. */
export function mayStore(consent: Consent): boolean {
  return consent.analyticsProcessingAllowed !== false && consent.preferencesProcessingAllowed !== false
}

export function wireConsent(consent: Consent): Record<string, boolean> | undefined {
  const flags = {
    analytics_processing_allowed: consent.analyticsProcessingAllowed,
    marketing_allowed: consent.marketingAllowed,
    preferences_processing_allowed: consent.preferencesProcessingAllowed,
    sale_of_data_allowed: consent.saleOfDataAllowed,
  }
  const given = Object.entries(flags).filter((entry): entry is [string, boolean] => entry[1] !== undefined)
  return given.length === 0 ? undefined : Object.fromEntries(given)
}
