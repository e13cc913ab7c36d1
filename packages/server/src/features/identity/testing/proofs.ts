import type { CustomerProof } from '../customer-verification.ts'

/** A customer id sent by a browser, in a shop that does not require a signature. */
export const claimed: CustomerProof = {
  verification: { enabled: false, secret: null, previous_secret: null },
  signature: undefined,
  isServerSide: false,
}

/** A customer id sent by a browser without a signature, in a shop that requires one. */
export const unproven: CustomerProof = { ...claimed, verification: { ...claimed.verification, enabled: true } }

export const fromServer: CustomerProof = { ...unproven, isServerSide: true }
