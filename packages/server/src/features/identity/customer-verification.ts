/** Decides how far a customer id is trusted. Anybody can send one: ids are short numbers, and the storefront key is public. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ShopConfig } from '@vitrine/contract'
import { readTextId } from '../platform/event-values.ts'

/**
 * `verified` is signed by the shop or sent by its server, `claimed` is sent by a browser, `void` lacks the signature
 * that the shop requires.
 */
export type CustomerVerification = 'verified' | 'claimed' | 'void'

/** The proof that a request offers for its customer id, and the shop's setting to check it against. */
export interface CustomerProof {
  verification: ShopConfig['identity_verification']
  /** The `x-customer-signature` header. */
  signature: string | undefined
  /** True if the request was sent with a server key, which no browser has. */
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
  // The platform writes the same customer as `7` and as `gid://shopify/Customer/7`; either may have been signed.
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
