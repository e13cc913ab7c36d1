/** Derives all facts of a chunk of the log. The same events and serves always give the same batch. */
import type { Place } from '../../ports/derived-store/derived-records.ts'
import type { DerivedBatch, Search, VisitDayFact } from '../../ports/derived-store/derived-facts.ts'
import { emptyBatch } from '../../ports/derived-store/empty-batch.ts'
import {
  alsoInSegment,
  EVIDENCE,
  placeText,
  queryIn,
  searchesInSegment,
  SEGMENTS,
  segmentOf,
} from '../../ports/derived-store/segments.ts'
import { joinSearches, joinVisits, mergeSpans, searchKey, visitKey } from '../../ports/derived-store/activity-spans.ts'
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
import { deriveSearch, deriveVisit } from '../../features/analytics/derive-visits.ts'

export function deriveBatch(
  events: readonly FollowedEvent[],
  given: { fromOffset: number; serves: KnownServes; days: ShopDays },
): DerivedBatch {
  const batch = emptyBatch(given.fromOffset, events.at(-1)?.offset ?? given.fromOffset)
  const visitDays = new Map<string, VisitDayFact>()
  for (const { event } of events) {
    const place = deriveOne(event, given, batch)
    if (event.bot) continue
    batch.visits.push(...deriveVisit(event, place && placeText(place)))
    const came = visitDay(event)
    if (came) visitDays.set(`${came.day} ${came.subject}`, came)
  }
  batch.visitDays = [...visitDays.values()]
  batch.visits = mergeSpans(batch.visits, visitKey, joinVisits)
  batch.searches = mergeSpans(batch.searches, searchKey, joinSearches)
  return batch
}

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
  const searches = deriveSearch(event, { source, serve })
  batch.searches.push(...searchesInSegment(searches, segment), ...evidenceOf(event, searches))
  if (subject === undefined) return place
  batch.links.push(...linksOf(event))
  if (event.personalize) batch.histories.push(...deriveHistories(event, subject))
  if (source && isServed(event, serve, serves) && isShownTo(serve, subjects))
    batch.touches.push(...deriveTouch(event, { subject, source, serve }))
  batch.exposures.push(...deriveExposure(event, serve))
  return place
}

/** Returns the searches under `EVIDENCE` if the event is evidence. */
function evidenceOf({ teaches }: ShopEvent, searches: readonly Search[]): Search[] {
  return teaches === false ? [] : searches.map((one) => ({ ...one, query: queryIn(EVIDENCE, one.query) }))
}

/** Events without a session come from the shop's systems and belong to no visit. */
function visitDay(event: ShopEvent): VisitDayFact | undefined {
  const subject = factSubject(event)
  if (subject === undefined || !event.personalize || event.sessionId === undefined) return undefined
  return { subject, day: UTC_DAYS.dayOf(event.atMs) }
}
