import type { NewEvent } from './event-log.ts'
import type { SentParts, ShopEvent } from './shop-event.ts'

export function toNewEvent({ event, sent }: { event: ShopEvent; sent: SentParts }): NewEvent {
  const { id, receivedAtMs, isKeyless } = event
  const texts = { body: JSON.stringify(event), sent: JSON.stringify(sent) }
  return { id, receivedAtMs, subjects: subjectsOf(event), ...texts, ...(isKeyless && { isKeyless }) }
}

function subjectsOf(event: ShopEvent): string[] {
  const subjects: string[] = []
  if (event.visitorId) subjects.push(`visitor:${event.visitorId}`)
  if (event.clientId) subjects.push(`client:${event.clientId}`)
  const customer = event.customerId ?? event.claimedCustomerId
  if (customer) subjects.push(`customer:${customer}`)
  return subjects
}
