import { useEffect, useMemo, useState } from 'react'
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
import type { ProductId } from '../types.ts'
import { useTracker } from './client-context.ts'

const NOTHING: SearchAnswer = { products: [] }

/** Reports each search answer once as shown. The returned functions report clicks. */
export function useSearchEvents(answer: SearchAnswer | null | undefined, options?: SearchEventOptions): SearchEvents {
  const tracker = useTracker()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options belong to the answer
  const events = useMemo(() => searchEvents(tracker, answer ?? NOTHING, options), [tracker, answer])
  const isAnswered = Boolean(answer)
  useEffect(() => {
    if (isAnswered) void events.rendered()
  }, [events, isAnswered])
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
  useEffect(() => void events.render(), [events])
  useEffect(() => (element === null ? undefined : onceSeen(element, () => void events.view())), [element, events])
  return { ...events, ref }
}
