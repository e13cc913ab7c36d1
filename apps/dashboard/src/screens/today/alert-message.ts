/** Describes an alert in the reader's language; the server has the same text in English. */
import type { Alert } from '@vitrine/client/admin'
import type { Format } from '../../format/use-format.ts'
import type { Words } from '../../messages/messages.tsx'

export function alertMessage({ t }: Pick<Words, 't'>, format: Format, { kind, value, message }: Alert): string {
  return t(`alerts.message.${kind}`, {
    value: format.percent(value),
    minutes: format.number(value, 0),
    // The server's text ends with the queries.
    queries: message.slice(message.indexOf('“')),
  })
}
