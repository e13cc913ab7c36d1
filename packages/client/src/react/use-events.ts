import { useEffect, useMemo, useRef, useState } from 'react'
import {
  type SearchAnswer,
  type SearchEventOptions,
  type SearchEvents,
  type SectionEvents,
  type SectionsAnswer,
  type ServedSection,
  searchEvents,
  sectionEvents,
} from '../events/attribution.ts'
import { onceSeen } from '../events/once-seen.ts'
import type { Tracker } from '../events/tracker.ts'
import type { ProductId } from '../types.ts'
import { useTracker } from './client-context.ts'

const NOTHING: SearchAnswer = { products: [] }

/**
 * Calls `report` after rendering, once for each new value of `key`, but not for null or undefined. An effect would
 * report twice in development, where React's StrictMode runs effects twice.
 */
export function useReport(key: unknown, report: (tracker: Tracker) => unknown): void {
  const tracker = useTracker()
  const reported = useRef<unknown>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key decides whether there is something new to report
  useEffect(() => {
    if (Object.is(reported.current, key)) return
    reported.current = key
    if (key !== null && key !== undefined) void report(tracker)
  }, [tracker, key])
}

/** Reports each search answer once as shown. The returned functions report clicks. */
export function useSearchEvents(answer: SearchAnswer | null | undefined, options?: SearchEventOptions): SearchEvents {
  const tracker = useTracker()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options belong to the answer
  const events = useMemo(() => searchEvents(tracker, answer ?? NOTHING, options), [tracker, answer])
  useReport(answer && events, events.rendered)
  return events
}

export interface UsedSectionEvents extends SectionEvents {
  /** For the section's element, which is reported when it is first on screen. */
  ref: (element: Element | null) => void
}

/** Reports a section as rendered and as seen. The returned functions report clicks. */
export function useSectionEvents(
  answer: SectionsAnswer,
  section: ServedSection,
  parentId?: ProductId,
): UsedSectionEvents {
  const tracker = useTracker()
  const [element, ref] = useState<Element | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may make both objects anew for each rendering; their ids tell answers apart
  const events = useMemo(
    () => sectionEvents(tracker, answer, section, parentId === undefined ? undefined : { productId: parentId }),
    [tracker, answer.requestId, section.sectionServeId, section.id, parentId],
  )
  useReport(events, events.render)
  useEffect(() => (element === null ? undefined : onceSeen(element, () => void events.view())), [element, events])
  return { ...events, ref }
}
