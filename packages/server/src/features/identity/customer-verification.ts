/** Anybody can send a customer id: ids are short numbers, and the storefront key is public. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ShopConfig } from '@vitrine/contract'
import { readTextId } from '../platform/event-values.ts'

/** `verified`: signed, or from the shop's server. `claimed`: from a browser. `void`: without a required signature. */
export type CustomerVerification = 'verified' | 'claimed' | 'void'

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
  // A customer id is written as `7` or as `gid://shopify/Customer/7`; either may have been signed.
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
