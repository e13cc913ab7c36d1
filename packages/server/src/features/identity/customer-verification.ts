/** Decides if a customer id counts, and how far it is believed. Anybody can send one: ids are short numbers, and the key is public. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ShopConfig } from '@vitrine/contract'
import { readTextId } from '../platform/event-values.ts'

/**
 * verified: signed by the shop, or sent by its server. claimed: on the word of a browser, where the shop asks for no more. void: not
 * signed where the shop wants it; it counts for nothing.
 */
export type CustomerVerification = 'verified' | 'claimed' | 'void'

/** Proof that came with the request. */
export interface CustomerProof {
  verification: ShopConfig['identity_verification']
  /** `x-customer-signature`. */
  signature: string | undefined
  /** Sent with a key that no browser has. */
  isServerSide: boolean
}

export function customerVerification(proof: CustomerProof, customerId: string): CustomerVerification {
  if (proof.isServerSide || isSigned(proof, customerId)) return 'verified'
  return proof.verification?.enabled ? 'void' : 'claimed'
}

const HEX_SHA256 = /^[0-9a-f]{64}$/i

function isSigned({ verification, signature }: CustomerProof, customerId: string): boolean {
  if (signature === undefined || !HEX_SHA256.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  // The platform writes one customer as `7` and as `gid://shopify/Customer/7`; either may have been signed.
  const forms = new Set([customerId, readTextId(customerId) ?? customerId])
  const secrets = [verification?.secret, verification?.previous_secret].filter(
    (secret) => secret != null && secret !== '',
  )
  return secrets.some((secret) =>
    [...forms].some((form) =>
      timingSafeEqual(
        given,
        createHmac('sha256', secret as string)
          .update(form)
          .digest(),
      ),
    ),
  )
}
