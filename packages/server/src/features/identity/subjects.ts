import type { Subject } from '../../ports/derived-store/derived-facts.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { readTextId } from '../platform/event-values.ts'
import type { Identity } from './profile-reader.ts'

/** The customer comes first, because it is the most specific. */
export function subjectsOfIdentity(identity: Identity): Subject[] {
  const subjects: Subject[] = []
  const customer = readTextId(identity.customerId)
  if (customer) subjects.push(`customer:${customer}`)
  if (identity.visitorId) subjects.push(`visitor:${identity.visitorId}`)
  if (identity.clientId) subjects.push(`client:${identity.clientId}`)
  return subjects
}

type Who = Pick<ShopEvent, 'visitorId' | 'clientId' | 'customerId' | 'isCustomerVerified' | 'isKeyless'>

/** The subject is the device or, after a login, the customer on that device. */
export function factSubject(event: Who): Subject | undefined {
  const { customer, device } = parts(event)
  if (customer === undefined || device === undefined) return customer ?? device
  return loginOf(event, customer, device)
}

/** An event without a key is not trusted and links nothing. */
export function linksOf(event: Who): [Subject, Subject][] {
  if (event.isKeyless) return []
  const { customer, device } = parts(event)
  const links: [Subject, Subject][] = []
  if (event.visitorId && event.clientId) links.push([`visitor:${event.visitorId}`, `client:${event.clientId}`])
  if (customer === undefined || device === undefined) return links
  const login = loginOf(event, customer, device)
  return [...links, [login, device], [login, customer]]
}

function parts(event: Who): { customer: Subject | undefined; device: Subject | undefined } {
  const [first, second] = subjectsOfIdentity(event)
  return first?.startsWith('customer:') ? { customer: first, device: second } : { customer: undefined, device: first }
}

function loginOf({ isCustomerVerified }: Who, customer: Subject, device: Subject): Subject {
  return `${isCustomerVerified ? 'login' : 'claim'}:${customer.slice('customer:'.length)}@${device}`
}
