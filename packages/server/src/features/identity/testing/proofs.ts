import type { CustomerProof } from '../customer-verification.ts'

/** A browser's word, in a shop that asks for no more. */
export const claimed: CustomerProof = {
  verification: { enabled: false, secret: null, previous_secret: null },
  signature: undefined,
  isServerSide: false,
}

/** The same word in a shop that wants signatures. */
export const unproven: CustomerProof = { ...claimed, verification: { ...claimed.verification, enabled: true } }

export const fromServer: CustomerProof = { ...unproven, isServerSide: true }
