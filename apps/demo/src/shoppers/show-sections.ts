import type { RecommendationType } from '@vitrine/contract'
import { HOME_EXPERIENCE_ID } from '../config/sections.ts'
import type { AssortmentItem } from './assortment.ts'
import type { Walk } from './walk-visit.ts'

interface ShownSection {
  id: number
  type: RecommendationType
  step: string
  items: readonly AssortmentItem[]
  experience?: { id: string; variant: string } | undefined
}

const SHOWN = 8
const SHOWN_BRIEFLY = 4
const SEEN = 0.7
const CLICKED = 0.16

export function homeSections({ demand, variants, isServed, recorder }: Walk): ShownSection[] {
  if (!isServed) return []
  const isOnSale = ({ publishedMs }: AssortmentItem) => publishedMs <= recorder.atMs
  const best = demand.assortment.byAppeal
    .values()
    .filter(isOnSale)
    .take(2 * SHOWN)
    .toArray()
  const experience = variants && { id: String(HOME_EXPERIENCE_ID), variant: variants.home }
  const opener =
    variants?.home === 'trending'
      ? { id: 102, type: 'trending' as const, step: 'trending' }
      : { id: 101, type: 'personalized' as const, step: 'taste' }
  return [
    { ...opener, experience, items: best.slice(SHOWN, 2 * SHOWN) },
    { id: 103, type: 'bestsellers', step: 'bestsellers', items: best.slice(0, SHOWN) },
  ]
}

export function productSections(
  { demand, isServed, recorder }: Walk,
  item: AssortmentItem,
  sectionId: number,
): ShownSection[] {
  const alike = (demand.assortment.byType.get(item.facts.productType) ?? []).filter(
    (other) => other.id !== item.id && other.publishedMs <= recorder.atMs,
  )
  if (!isServed || alike.length === 0) return []
  return [{ id: sectionId, type: 'similar_products', step: 'content', items: alike.slice(0, SHOWN) }]
}

/** Records a section for a visitor who left before the page sent any event. */
export function serveUnseen(walk: Walk, { items, ...section }: ShownSection): void {
  trackOf(walk, { ...section, items: items.slice(0, SHOWN_BRIEFLY) }, walk.recorder.newId())
}

/** Returns the products that were clicked. */
export function showSections(walk: Walk, sections: readonly ShownSection[]): AssortmentItem[] {
  const { recorder, random } = walk
  const requestId = recorder.newId()
  const clicked: AssortmentItem[] = []
  for (const section of sections) {
    const track = trackOf(walk, section, requestId)
    recorder.custom('svc:section:render', track)
    if (!random.chance(SEEN)) continue
    recorder.custom('svc:section:view', track)
    if (clicked.length > 0 || !random.chance(CLICKED)) continue
    const item = random.weighted([...section.items], (one) => 1 / (section.items.indexOf(one) + 1))
    recorder.pause(1, 6)
    recorder.custom('svc:section:click', { ...track, products: [{ productId: item.id }] })
    clicked.push(item)
  }
  return clicked
}

function trackOf({ recorder }: Walk, { id, type, step, items, experience }: ShownSection, requestId: string) {
  const sectionServeId = recorder.newId()
  recorder.serve({
    surface: 'section',
    requestId,
    sectionServeId,
    section: String(id),
    recommendationType: type,
    experience: experience ?? null,
    products: items.map((item, i) => ({ productId: item.id, position: i + 1, step })),
  })
  return { section: String(id), sectionServeId, requestId, products: items.map((item) => ({ productId: item.id })) }
}
