/** An event is accepted once it is on disk. Nothing of a refused event is stored. */
import {
  DEFAULT_EVENT_QUOTA,
  type EnvelopeKind,
  type EventEnvelope,
  type EventQuotaLimits,
  type EventValidation,
  type ValidationItem,
  validateEvent,
} from '@vitrine/contract'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { toNewEvent } from '../../ports/event-log/to-new-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { CustomerProof } from '../identity/customer-verification.ts'
import type { QuotaPolicy } from '../errors.ts'
import { dailyPolicy, type EventQuota } from './event-quota.ts'
import { type EvidenceGate, networkOfShopper } from './evidence-gate.ts'
import { type GroupCommit, LogUnavailable } from './group-commit.ts'
import { type KnownProducts, sentIds } from './known-products.ts'
import { normalizeEvent } from './normalize-event.ts'
import type { UserAgent } from './user-agents.ts'
import type { OutcomeLog } from './outcome-log.ts'

export interface IngestDeps {
  commits: GroupCommit
  outcomes: OutcomeLog
  quota: EventQuota
  products: Pick<KnownProducts, 'missing'>
  evidence: EvidenceGate
  newId: () => string
  readUserAgent: (userAgent: string) => UserAgent
  /** Wakes the followers of the log; must not throw. */
  onAppended: (shop: ShopId) => void
}

export interface IngestCall {
  shop: ShopId
  kind: EnvelopeKind
  body: unknown
  nowMs: number
  proof: CustomerProof
  sessionVisitorId?: string
  limits?: EventQuotaLimits
  /** True if analytics are off or the shop's staff sent the event. It is then validated, but not stored. */
  isUncounted?: boolean
  address?: string | undefined
}

export type IngestOutcome =
  | { kind: 'accepted'; isNew: boolean }
  | { kind: 'invalid'; items: ValidationItem[] }
  | { kind: 'nobody'; message: string }
  /** Nothing was stored; the caller should try again later. */
  | { kind: 'busy'; retryAfterSeconds: number }
  | { kind: 'over-quota'; retryAfterSeconds: number; policy: QuotaPolicy }

const RETRY_AFTER_SECONDS = 1

export async function ingestEvent(deps: IngestDeps, call: IngestCall): Promise<IngestOutcome> {
  const validation = validateEvent(call.kind, call.body, { nowMs: call.nowMs, sessionVisitorId: call.sessionVisitorId })
  if (validation.kind !== 'valid') return refuse(deps, call, validation)
  if (call.isUncounted) return leaveUncounted(deps, call, validation.envelope.event)
  const isKeyless = call.kind === 'legacy'
  const normalized = normalizeEvent(validation.envelope, {
    atMs: validation.atMs,
    receivedAtMs: call.nowMs,
    newId: deps.newId,
    readUserAgent: deps.readUserAgent,
    sessionVisitorId: call.sessionVisitorId,
    proof: call.proof,
    isKeyless,
  })
  Object.assign(normalized.event, await deps.evidence.judge(call.shop, normalized.event, call.address))
  const event = toNewEvent(normalized)
  const { limits = DEFAULT_EVENT_QUOTA } = call
  const bytes = event.body.length + event.sent.length
  const spending = { bytes, isKeyless, nowMs: call.nowMs, network: networkOfShopper(call) }
  const waitSeconds = deps.quota.spend(call.shop, spending, limits)
  if (waitSeconds !== undefined) return refuseForToday(deps, call, normalized.event, waitSeconds)
  const isNew = await append(deps.commits, { shop: call.shop, event })
  if (isNew !== true) deps.quota.giveBack(call.shop, spending)
  if (isNew === 'unavailable') return beBusy(deps, call, normalized.event)
  if (isNew) deps.onAppended(call.shop)
  return accept(deps, call, normalized.event, isNew)
}

/** Resolves once the event is on disk; true if it was new. */
function append(commits: GroupCommit, entry: Parameters<GroupCommit['add']>[0]): Promise<boolean | 'unavailable'> {
  return new Promise((resolve) => {
    const isTaken = commits.add(entry, (isNew) => resolve(isNew instanceof LogUnavailable ? 'unavailable' : isNew))
    if (!isTaken) resolve('unavailable')
  })
}

const UNREADABLE =
  'kept, but the event lacks the data that its name requires: see its fields in the reference at /docs/'

async function accept(deps: IngestDeps, call: IngestCall, event: ShopEvent, isNew: boolean): Promise<IngestOutcome> {
  const named = event.lines.map(({ productId }) => productId)
  const missing = isNew ? await deps.products.missing(call.shop, named) : undefined
  const outcome = !isNew ? 'duplicate' : !event.readable ? 'unreadable' : missing?.size ? 'unknown_product' : 'accepted'
  deps.outcomes.record(call.shop, {
    atMs: call.nowMs,
    outcome,
    endpoint: call.kind,
    eventId: event.id,
    name: event.name,
    ...(event.bot ? { bot: true } : {}),
    ...(missing?.size ? { products: sentIds(call.body, missing) } : {}),
    ...(outcome === 'unreadable' ? { error: UNREADABLE, body: excerpt(call.body) } : {}),
  })
  return { kind: 'accepted', isNew }
}

function leaveUncounted(deps: IngestDeps, call: IngestCall, { id, name }: EventEnvelope['event']): IngestOutcome {
  deps.outcomes.record(call.shop, { atMs: call.nowMs, outcome: 'not_counted', endpoint: call.kind, eventId: id, name })
  return { kind: 'accepted', isNew: false }
}

function beBusy(deps: IngestDeps, call: IngestCall, event: ShopEvent): IngestOutcome {
  const { id, name } = event
  deps.outcomes.record(call.shop, { atMs: call.nowMs, outcome: 'busy', endpoint: call.kind, eventId: id, name })
  return { kind: 'busy', retryAfterSeconds: RETRY_AFTER_SECONDS }
}

function refuseForToday(
  deps: IngestDeps,
  call: IngestCall,
  { id, name }: ShopEvent,
  retryAfterSeconds: number,
): IngestOutcome {
  deps.outcomes.record(call.shop, { atMs: call.nowMs, outcome: 'over_quota', endpoint: call.kind, eventId: id, name })
  return { kind: 'over-quota', retryAfterSeconds, policy: dailyPolicy(call.limits, call.kind === 'legacy') }
}

function refuse(
  deps: IngestDeps,
  call: IngestCall,
  validation: Exclude<EventValidation, { kind: 'valid' }>,
): IngestOutcome {
  const event = (call.body as { event?: Partial<EventEnvelope['event']> } | null)?.event
  deps.outcomes.record(call.shop, {
    atMs: call.nowMs,
    outcome: 'refused',
    endpoint: call.kind,
    eventId: textOrNull(event?.id),
    name: textOrNull(event?.name),
    error: validation.kind === 'invalid' ? validation.items : validation.message,
    body: excerpt(call.body),
  })
  return validation
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, 100) : null
}

/** Keeps a small body as a whole, and only the beginning of a large one. */
function excerpt(body: unknown): unknown {
  const text = JSON.stringify(body) ?? ''
  return text.length <= EXCERPT_LENGTH ? body : `${text.slice(0, EXCERPT_LENGTH)}…`
}

const EXCERPT_LENGTH = 4000
