import type { NewEvent } from './event-log.ts'
import type { SentParts, ShopEvent } from './shop-event.ts'

/** Converts an event to the form in which it is logged. */
export function toNewEvent({ event, sent }: { event: ShopEvent; sent: SentParts }): NewEvent {
  const { id, receivedAtMs } = event
  return { id, receivedAtMs, subjects: subjectsOf(event), body: JSON.stringify(event), sent: JSON.stringify(sent) }
}

/** Returns the ids of the person that `export` and `erase` look for. */
function subjectsOf(event: ShopEvent): string[] {
  const subjects: string[] = []
  if (event.visitorId) subjects.push(`visitor:${event.visitorId}`)
  if (event.clientId) subjects.push(`client:${event.clientId}`)
  const customer = event.customerId ?? event.claimedCustomerId
  if (customer) subjects.push(`customer:${customer}`)
  return subjects
}
