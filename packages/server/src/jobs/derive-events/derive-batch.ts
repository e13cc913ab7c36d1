/** A chunk of the log → everything that follows from it. Pure: the same events and serves give the same batch. */
import type { Place } from '../../ports/derived-store/derived-store.ts'
import type { DerivedBatch, SessionFact, VisitDayFact } from '../../ports/derived-store/derived-facts.ts'
import { emptyBatch } from '../../ports/derived-store/empty-batch.ts'
import { alsoInSegment, placeText, searchesInSegment, SEGMENTS, segmentOf } from '../../ports/derived-store/segments.ts'
import { earlierPlace } from '../../ports/derived-store/visits.ts'
import { type ShopDays, UTC_DAYS } from '../../ports/derived-store/shop-days.ts'
import type { FollowedEvent, ShopEvent } from '../../ports/event-log/shop-event.ts'
import {
  deriveConversion,
  deriveExposure,
  deriveRefund,
  deriveTouch,
  isSeen,
  isShownTo,
} from '../../features/attribution/derive-touches.ts'
import { findServe, isServed, type KnownServes, placeOf, sourceOf } from '../../features/attribution/find-source.ts'
import { deriveHistories } from '../../features/profiles/derive-histories.ts'
import { factSubject, linksOf, subjectsOfIdentity } from '../../features/identity/subjects.ts'
import { deriveRollups } from '../../features/analytics/derive-rollups.ts'
import { deriveSearch, deriveSession } from '../../features/analytics/derive-visits.ts'

export function deriveBatch(
  events: readonly FollowedEvent[],
  given: { fromOffset: number; serves: KnownServes; days: ShopDays },
): DerivedBatch {
  const batch = emptyBatch(given.fromOffset, events.at(-1)?.offset ?? given.fromOffset)
  const sessions = new Map<string, SessionFact>()
  const visitDays = new Map<string, VisitDayFact>()
  for (const { event } of events) {
    const place = deriveOne(event, given, batch)
    if (event.bot) continue
    joinSession(sessions, deriveSession(event, place && placeText(place)))
    const came = visitDay(event)
    if (came) visitDays.set(`${came.day} ${came.subject}`, came)
  }
  batch.visitDays = [...visitDays.values()]
  batch.sessions = [...sessions.values()]
  return batch
}

/** Answers where it happened. */
function deriveOne(
  event: ShopEvent,
  { serves, days }: { serves: KnownServes; days: ShopDays },
  batch: DerivedBatch,
): Place | undefined {
  const serve = event.track ? findServe(event, serves) : undefined
  const place = placeOf(event, serve, serves)
  const segment = segmentOf(event.device, place)
  const found = event.track ? sourceOf(event, serve) : undefined
  const source = found && { ...found, segment }
  const day = days.dayOf(event.atMs)
  const rollups = deriveRollups(event, { source, isSeen: source !== undefined && isSeen(event, source), day })
  // Crawlers are counted as such, and shape nothing.
  if (event.bot) {
    batch.rollups.push(...rollups)
    return undefined
  }
  batch.rollups.push(...alsoInSegment(rollups, segment))
  batch.rollups.push({ day, dimension: SEGMENTS, key: segment, metric: 'events', value: 1 })
  const subjects = subjectsOfIdentity(event)
  const subject = factSubject(event)
  batch.conversions.push(...deriveConversion(event, subjects).map((one) => ({ ...one, segment })))
  batch.refunds.push(...deriveRefund(event))
  batch.searches.push(...searchesInSegment(deriveSearch(event, { source, serve, day }), segment))
  if (subject === undefined) return place
  batch.links.push(...linksOf(event))
  if (event.personalize) batch.histories.push(...deriveHistories(event, subject))
  if (source && isServed(event, serve, serves) && isShownTo(serve, subjects))
    batch.touches.push(...deriveTouch(event, { subject, source, serve }))
  batch.exposures.push(...deriveExposure(event, serve))
  return place
}

/** What the shop's own systems report is no visit. */
function visitDay(event: ShopEvent): VisitDayFact | undefined {
  const subject = factSubject(event)
  if (subject === undefined || !event.personalize || event.sessionId === undefined) return undefined
  return { subject, day: UTC_DAYS.dayOf(event.atMs) }
}

/** One row per visit and batch: a visit's events come close together. */
function joinSession(sessions: Map<string, SessionFact>, fact: SessionFact | undefined): void {
  if (fact === undefined) return
  const known = sessions.get(fact.session)
  if (known === undefined) {
    sessions.set(fact.session, fact)
    return
  }
  if (startsBefore(fact, known))
    Object.assign(known, { firstAtMs: fact.firstAtMs, path: fact.path, device: fact.device })
  const placed = earlierPlace(placedRow(known), placedRow(fact))
  if (placed.place !== '') Object.assign(known, { placedAtMs: placed.placed_at, place: placed.place })
  known.steps |= fact.steps
  for (const page of fact.pages) if (!known.pages.includes(page)) known.pages.push(page)
}

const placedRow = ({ placedAtMs = 0, place = '' }: SessionFact) => ({ placed_at: placedAtMs, place })

/** Same rule as in the store: earliest, then smallest path, then device. */
function startsBefore(a: SessionFact, b: SessionFact): boolean {
  if (a.firstAtMs !== b.firstAtMs) return a.firstAtMs < b.firstAtMs
  return a.path === b.path ? a.device < b.device : a.path < b.path
}
