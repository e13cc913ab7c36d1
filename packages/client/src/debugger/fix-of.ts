import type { EventReport } from '../events/event-report.ts'

interface Item {
  message: string
  type: string
  path: (string | number)[]
}

const FIXES: Record<string, string> = {
  'any.required': 'Send this field.',
  'any.only': 'Use one of the values that the reference lists.',
  'string.guid': 'Leave out the id: the tracker makes one.',
  'string.isoDate': 'Send an ISO 8601 time, or leave it out: the tracker writes the current one.',
  'date.min': 'Leave the time out: events of the past are imported, not sent.',
  'string.base': 'Send text.',
  'number.base': 'Send a number.',
  'object.base': 'Send an object.',
  'array.base': 'Send a list.',
}

const BY_STATE: Partial<Record<EventReport['state'], string>> = {
  held: 'Ask the shopper, then call tracker.setConsent({ analyticsProcessingAllowed: true }).',
  'refused-by-shopper': 'Nothing to do: the shopper does not allow analytics.',
  'switched-off': 'The shop has analytics switched off: analytics.enabled in its configuration.',
  'sent-again-later': 'Nothing to do: it is sent again with the next event. Check the server if this stays.',
}

export function fixesOf({ state, verdict }: EventReport): string[] {
  const error = verdict?.error
  if (Array.isArray(error)) return error.map(fixOfItem)
  const known = BY_STATE[state]
  return [...(typeof error === 'string' ? [error] : []), ...(known ? [known] : [])]
}

function fixOfItem({ message, type }: Item): string {
  return `${message}. ${FIXES[type] ?? 'See the event in the reference at /docs/.'}`
}
