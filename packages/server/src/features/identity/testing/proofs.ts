import type { CustomerProof } from '../customer-verification.ts'

/** A browser's customer id in a shop that requires no signature. */
export const claimed: CustomerProof = {
  verification: { enabled: false, secret: null, previous_secret: null },
  signature: undefined,
  isServerSide: false,
}

/** A browser's customer id without the required signature. */
export const unproven: CustomerProof = { ...claimed, verification: { ...claimed.verification, enabled: true } }

export const fromServer: CustomerProof = { ...unproven, isServerSide: true }
