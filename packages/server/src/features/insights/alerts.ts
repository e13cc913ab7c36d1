import type { Alert, AlertKind, AlertSettings } from '@vitrine/contract'
import type { AlertDelivery } from '../../ports/alert-delivery/alert-delivery.ts'
import type { AdminStore, StoredAlert } from '../../ports/admin-store/admin-store.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { signatureHeaders } from './webhook-signature.ts'

export interface Reading {
  kind: AlertKind
  /** null if it cannot be measured yet; an open alert then stays open. */
  value: number | null
  threshold: number
  message: string
}

export interface AlertDeps {
  admin: Pick<AdminStore, 'openAlert' | 'changeAlert' | 'listAlerts'>
  measure(shop: Shop): Promise<readonly Reading[]>
  delivery: AlertDelivery
  webhookSecretOf: (shop: Shop) => string
  newId: () => string
  clock: () => number
}

/** Returns true if the shop must be evaluated again even without new events. */
export async function evaluateAlerts(deps: AlertDeps, shop: Shop): Promise<boolean> {
  const all = await deps.admin.listAlerts(shop.id)
  for (const alert of all) if (isDue(alert, deps.clock())) await deliver(deps, shop, alert)
  const open = (await deps.admin.listAlerts(shop.id)).filter(({ closedAtMs }) => closedAtMs === null)
  const readings = await deps.measure(shop)
  for (const reading of readings) {
    const known = open.find(({ kind }) => kind === reading.kind)
    if (reading.value === null) continue
    if (reading.value > reading.threshold) await openOrUpdate(deps, shop, { reading, known })
    else if (known) await close(deps, shop, known, reading.value)
  }
  for (const known of open)
    if (!readings.some(({ kind }) => kind === known.kind)) await close(deps, shop, known, known.value)
  return open.length > 0 || all.some(({ dueAtMs }) => typeof dueAtMs === 'number') || readings.some(isUnderWay)
}

function isUnderWay({ kind, value, threshold }: Reading): boolean {
  return value !== null && value > (kind === 'embedding_stalled' ? 0 : threshold)
}

interface Exceeded {
  reading: Reading
  known: StoredAlert | undefined
}

async function openOrUpdate(deps: AlertDeps, shop: Shop, { reading, known }: Exceeded): Promise<void> {
  const { kind, value, threshold, message } = reading
  if (known) {
    if (known.value === value) return
    await deps.admin.changeAlert(shop.id, known.id, (alert) => ({ ...alert, value, threshold, message }))
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
    ...deliveryDue(shop, deps.clock()),
  }
  // Only one node can open the alert, and that node delivers it.
  if (await deps.admin.openAlert(shop.id, alert)) await deliver(deps, shop, alert)
}

async function close(deps: AlertDeps, shop: Shop, { id }: StoredAlert, value: number | null): Promise<void> {
  const nowMs = deps.clock()
  const closed = await deps.admin.changeAlert(shop.id, id, (alert) =>
    alert.closedAtMs === null
      ? { ...alert, value, closedAtMs: nowMs, delivery: null, ...deliveryDue(shop, nowMs) }
      : undefined,
  )
  if (closed) await deliver(deps, shop, closed)
}

/** Stored with the alert, so that it stays due if the node stops before the delivery. */
function deliveryDue({ config }: Shop, nowMs: number): Pick<StoredAlert, 'dueAtMs' | 'tries'> {
  return { dueAtMs: config.alerts?.webhook_url ? nowMs : null, tries: 0 }
}

/** Minutes after the opening or closing of an alert. */
const TRIED_AFTER_MINUTES = [1, 5, 30, 120, 480]
/** After this time another node delivers the alert, with the same id. */
const DELIVERED_WITHIN_MS = 120_000

function isDue({ dueAtMs }: StoredAlert, nowMs: number): boolean {
  return typeof dueAtMs === 'number' && dueAtMs <= nowMs
}

/** Does nothing if another node is delivering the alert. */
async function deliver(deps: AlertDeps, shop: Shop, { id }: StoredAlert): Promise<void> {
  const url = shop.config.alerts?.webhook_url
  if (!url) return
  const nowMs = deps.clock()
  const alert = await deps.admin.changeAlert(shop.id, id, (found) =>
    isDue(found, nowMs) ? { ...found, dueAtMs: nowMs + DELIVERED_WITHIN_MS } : undefined,
  )
  if (!alert) return
  const outcome = await send(deps, shop, url, alert)
  // If the alert was closed meanwhile, its closing must still be delivered.
  await deps.admin.changeAlert(shop.id, id, (found) =>
    found.closedAtMs === alert.closedAtMs ? { ...found, ...outcome } : undefined,
  )
}

async function send(
  deps: AlertDeps,
  shop: Shop,
  url: string,
  alert: StoredAlert,
): Promise<Pick<StoredAlert, 'delivery' | 'dueAtMs' | 'tries'>> {
  const body = JSON.stringify({ shop: shop.id, alert: presentAlert({ ...alert, delivery: null }) })
  const id = `${alert.id}-${alert.closedAtMs === null ? 'opened' : 'closed'}`
  const headers = signatureHeaders(deps.webhookSecretOf(shop), { id, atMs: deps.clock(), body })
  const tries = (alert.tries ?? 0) + 1
  try {
    await deps.delivery.send(url, { body, headers })
    return { delivery: 'sent', dueAtMs: null, tries }
  } catch (error) {
    const of = TRIED_AFTER_MINUTES.length + 1
    const delivery = `not taken, try ${tries} of ${of}: ${(error as Error).message}`.slice(0, 200)
    const afterMinutes = TRIED_AFTER_MINUTES[tries - 1]
    const sinceMs = alert.closedAtMs ?? alert.openedAtMs
    return { delivery, tries, dueAtMs: afterMinutes === undefined ? null : sinceMs + afterMinutes * 60_000 }
  }
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
    golden_queries: true,
    embedding_stalled_minutes: 60,
    ...given,
  }
}
