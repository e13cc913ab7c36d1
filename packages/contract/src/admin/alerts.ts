import type { Static } from 'typebox'
import { adminRoute, EDITORS, EVERY_ROLE, OPERATORS } from '../route.ts'
import { Closed, DateTime, Nullable, OneOf, Optional, Text, Url } from '../schema.ts'
import { Type } from '../type.ts'

export const ALERT_KINDS = [
  'zero_result_share',
  'error_share',
  'conversion_drop',
  'import_failed',
  'embedding_stalled',
  'golden_queries',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

const Share = () => Optional(Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 1 }), Type.Literal(false)]))

/** Thresholds of alerts. Absent: the default; false: no alert. */
export const AlertSettings = Closed({
  /** A public URL that receives a POST when an alert opens and when it closes. */
  webhook_url: Optional(Nullable(Url())),
  /** Share of searches without results over two days; default 0.3. */
  zero_result_share: Share(),
  /** Share of rejected events over two days; default 0.05. */
  error_share: Share(),
  /** Drop of conversion over two days, compared with the week before; default 0.4. */
  conversion_drop: Share(),
  import_failed: Optional(Type.Boolean()),
  /** If true, alerts when `search.golden_queries` are not answered as expected. Checked every night. */
  golden_queries: Optional(Type.Boolean()),
  /** Minutes without a new vector while products wait for one; default 60. */
  embedding_stalled_minutes: Optional(
    Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }), Type.Literal(false)]),
  ),
})
export type AlertSettings = Static<typeof AlertSettings>

export const Alert = Type.Object({
  id: Text(),
  kind: OneOf(ALERT_KINDS),
  message: Text(),
  value: Nullable(Type.Number('The last measured value.')),
  threshold: Nullable(Type.Number()),
  opened_at: DateTime(),
  closed_at: Nullable(DateTime('When the condition ended; null while it holds.')),
  acknowledged_at: Nullable(DateTime()),
  acknowledged_by: Nullable(Text()),
  delivery: Nullable(Text('`sent`, or the number of attempts and why delivery failed; null if no webhook is set.')),
})
export type Alert = Static<typeof Alert>

const example = {
  id: '0198f2a0-7c1e-7b9a-9d0f-0f6d5b7f2a11',
  kind: 'zero_result_share' as const,
  message: '42 % of 310 searches found nothing',
  value: 0.42,
  threshold: 0.3,
  opened_at: '2026-03-01T12:00:00.000Z',
  closed_at: null,
  acknowledged_at: null,
  acknowledged_by: null,
  delivery: 'sent',
}

export const listAlertsRoute = adminRoute('GET /shops/:shop/alerts', EVERY_ROLE, {
  summary: 'List the alerts',
  description:
    'Open alerts first, then closed ones, newest first, at most 100. Conditions are checked every minute; ' +
    'they are set in `alerts` of the configuration.',
  response: Type.Object({ alerts: Type.Array(Alert) }),
  otherStatuses: { 404: 'There is no such shop.' },
  example: { response: { alerts: [example] } },
})

export const alertSecretRoute = adminRoute('GET /shops/:shop/alerts/secret', OPERATORS, {
  summary: 'Show the signing secret of alert webhooks',
  description:
    'Deliveries carry `webhook-id`, `webhook-timestamp` and `webhook-signature` as Standard Webhooks defines them: ' +
    'HMAC-SHA-256 over `id.timestamp.body` with the bytes after `whsec_` as the key. A failed delivery is retried after ' +
    '1, 5, 30, 120 and 480 minutes with the same id.',
  response: Type.Object({ secret: Text() }),
  otherStatuses: { 404: 'There is no such shop.' },
  example: { response: { secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' } },
})

export const acknowledgeAlertRoute = adminRoute('POST /shops/:shop/alerts/:id/acknowledge', EDITORS, {
  summary: 'Acknowledge an alert',
  description: 'It stays open while its condition holds.',
  response: Alert,
  otherStatuses: { 404: 'There is no such alert.' },
  example: {
    response: { ...example, acknowledged_at: '2026-03-01T12:05:00.000Z', acknowledged_by: 'mia@linen-house.example' },
  },
})
