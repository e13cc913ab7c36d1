/** Conditions that a merchant is told of: measured now, opened once, closed when they are over. */
import type { Alert, AlertKind, AlertSettings } from '@vitrine/contract'
import type { AlertDelivery } from '../../ports/alert-delivery/alert-delivery.ts'
import type { AdminStore, StoredAlert } from '../../ports/admin-store/admin-store.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { signatureHeaders } from './webhook-signature.ts'

export interface Reading {
  kind: AlertKind
  /** null: nothing can be said yet, and an open alert stays as it is. */
  value: number | null
  threshold: number
  message: string
}

export interface AlertDeps {
  admin: Pick<AdminStore, 'openAlert' | 'putAlert' | 'listAlerts'>
  measure(shop: Shop): Promise<readonly Reading[]>
  delivery: AlertDelivery
  /** What a shop's deliveries are signed with. */
  webhookSecretOf: (shop: Shop) => string
  newId: () => string
  clock: () => number
}

/** Looks at the conditions of one shop once. */
export async function evaluateAlerts(deps: AlertDeps, shop: Shop): Promise<void> {
  const all = await deps.admin.listAlerts(shop.id)
  for (const alert of all) if (isDue(alert, deps.clock())) await tell(deps, shop, alert)
  const open = (await deps.admin.listAlerts(shop.id)).filter(({ closedAtMs }) => closedAtMs === null)
  const readings = await deps.measure(shop)
  for (const reading of readings) {
    const known = open.find(({ kind }) => kind === reading.kind)
    if (reading.value === null) continue
    if (reading.value > reading.threshold) await hold(deps, shop, { reading, known })
    else if (known) await close(deps, shop, { ...known, value: reading.value })
  }
  // A condition that was turned off holds no longer.
  for (const known of open) if (!readings.some(({ kind }) => kind === known.kind)) await close(deps, shop, known)
}

interface Held {
  reading: Reading
  known: StoredAlert | undefined
}

async function hold(deps: AlertDeps, shop: Shop, { reading, known }: Held): Promise<void> {
  const { kind, value, threshold, message } = reading
  if (known) {
    if (known.value !== value) await deps.admin.putAlert(shop.id, { ...known, value, threshold, message })
    return
  }
  const alert: StoredAlert = {
    id: deps.newId(),
    kind,
    message,
    value,
    threshold,
    openedAtMs: deps.clock(),
    closedAtMs: null,
    acknowledgedAtMs: null,
    acknowledgedBy: null,
    delivery: null,
  }
  // Another node may have opened it a moment ago: one of them tells.
  if (await deps.admin.openAlert(shop.id, alert)) await tell(deps, shop, alert)
}

async function close(deps: AlertDeps, shop: Shop, alert: StoredAlert): Promise<void> {
  const closed = { ...alert, closedAtMs: deps.clock(), delivery: null }
  await deps.admin.putAlert(shop.id, closed)
  await tell(deps, shop, closed)
}

/** Minutes after which a delivery that was not taken is tried again, counted from what it tells of. Then it is given up. */
const TRIED_AFTER_MINUTES = [1, 5, 30, 120, 480]
const NOT_TAKEN = /^not taken, try (\d+) of \d+: /

/** How often it was tried is part of what is stored, so that a restart goes on where it was. */
function isDue({ delivery, openedAtMs, closedAtMs }: StoredAlert, nowMs: number): boolean {
  const tries = Number(NOT_TAKEN.exec(delivery ?? '')?.[1] ?? 0)
  const afterMinutes = TRIED_AFTER_MINUTES[tries - 1]
  return afterMinutes !== undefined && nowMs >= (closedAtMs ?? openedAtMs) + afterMinutes * 60_000
}

async function tell(deps: AlertDeps, shop: Shop, alert: StoredAlert): Promise<void> {
  const url = shop.config.alerts?.webhook_url
  if (!url) return
  const body = JSON.stringify({ shop: shop.id, alert: presentAlert({ ...alert, delivery: null }) })
  const id = `${alert.id}-${alert.closedAtMs === null ? 'opened' : 'closed'}`
  const headers = signatureHeaders(deps.webhookSecretOf(shop), { id, atMs: deps.clock(), body })
  const tries = Number(NOT_TAKEN.exec(alert.delivery ?? '')?.[1] ?? 0) + 1
  const delivery = await deps.delivery.send(url, { body, headers }).then(
    () => 'sent',
    (error: Error) => `not taken, try ${tries} of ${TRIED_AFTER_MINUTES.length + 1}: ${error.message}`.slice(0, 200),
  )
  await deps.admin.putAlert(shop.id, { ...alert, delivery })
}

export function presentAlert(alert: StoredAlert): Alert {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  const { id, kind, message, value, threshold, acknowledgedBy, delivery } = alert
  return {
    id,
    kind: kind as AlertKind,
    message,
    value,
    threshold,
    opened_at: new Date(alert.openedAtMs).toISOString(),
    closed_at: time(alert.closedAtMs),
    acknowledged_at: time(alert.acknowledgedAtMs),
    acknowledged_by: acknowledgedBy,
    delivery,
  }
}

export type Thresholds = Required<Omit<AlertSettings, 'webhook_url'>>

export function thresholdsOf({ config }: Shop): Thresholds {
  const { webhook_url: _, ...given } = config.alerts ?? {}
  return {
    zero_result_share: 0.3,
    error_share: 0.05,
    conversion_drop: 0.4,
    import_failed: true,
    embedding_stalled_minutes: 60,
    ...given,
  }
}
