/** Translates an alert, because the server's text is in English. */
import type { Alert } from '@vitrine/client/admin'
import type { Format } from '../../format/use-format.ts'
import type { Words } from '../../messages/messages.tsx'

export function alertMessage({ t }: Pick<Words, 't'>, format: Format, { kind, value, message }: Alert): string {
  return t(`alerts.message.${kind}`, {
    value: format.percent(value),
    minutes: format.number(value, 0),
    // The queries are only in the server's text, from the first quotation mark on.
    queries: message.slice(message.indexOf('“')),
  })
}
