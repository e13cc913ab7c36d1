import type { Subject } from '../../ports/derived-store/derived-store.ts'
import { readTextId } from '../platform/event-values.ts'
import type { Identity } from './profile-reader.ts'

/** The ids of a request or event as the store keys them, the most specific (customer) first. */
export function subjectsOfIdentity(identity: Identity): Subject[] {
  const subjects: Subject[] = []
  const customer = readTextId(identity.customerId)
  if (customer) subjects.push(`customer:${customer}`)
  if (identity.visitorId) subjects.push(`visitor:${identity.visitorId}`)
  if (identity.clientId) subjects.push(`client:${identity.clientId}`)
  return subjects
}
