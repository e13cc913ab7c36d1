/** Fills a page's sections so that no product is shown twice. */
import { type RecommendationType, type SectionConfig, validationItem } from '@vitrine/contract'
import { RequestRefused } from '../errors.ts'
import type { RecommendDeps } from '../recommend/open-recommend-context.ts'
import { queryKey } from '../recommend/paging/cursors.ts'
import { type Page, takePage } from '../recommend/paging/page.ts'
import { rankedStream } from '../recommend/ranked-stream.ts'
import { entryOf, isShowable, type RecommendContext, type RecommendQuery } from '../recommend/recommend-context.ts'
import { kindsOf } from '../recommend/steps/blend-similar.ts'
import { collectionHandle } from '../platform/collection-names.ts'
import type { Assignment } from '../experiments/assign-experiences.ts'
import type { SectionPage } from './section-page.ts'
import { about, variedRecommendation } from '../experiments/variant-settings.ts'

export interface PlannedSection {
  section: SectionConfig
  type: RecommendationType
  assignment: Assignment | undefined
  page: Page
}

export interface PagePlan {
  context: RecommendContext
  page: SectionPage
  assignments: readonly Assignment[]
  /** Sections in the order in which they choose their products. */
  sections: readonly SectionConfig[]
  /** Sections already on the page. They choose their products again, but are not returned. */
  placed: ReadonlySet<string>
  cursor: string | null | undefined
}

const DEFAULT_PRODUCTS = 12
const DEFAULT_LEAST = 1

export async function planPage(deps: RecommendDeps, plan: PagePlan): Promise<PlannedSection[]> {
  if (plan.cursor) return loadMore(deps, plan, plan.cursor)
  const filled = await fillInTurn(deps, plan, plan.sections)
  return filled.filter(({ section }) => !plan.placed.has(String(section.id)))
}

/** Fills the other sections of the page, too, because their products must not be repeated. */
async function loadMore(deps: RecommendDeps, plan: PagePlan, cursor: string): Promise<PlannedSection[]> {
  const more = sectionOfCursor(deps, plan, cursor)
  const others = plan.sections.filter((section) => section !== more && plan.placed.has(String(section.id)))
  const used = new Set(leftOut(plan))
  if (others.length > 0) {
    const onPage = plan.sections.filter((section) => section === more || others.includes(section))
    for (const { section, page } of await fillInTurn(deps, plan, onPage))
      if (section !== more) for (const { productId } of page.candidates) used.add(productId)
  }
  return [await fillSection(deps, plan, { section: more, used, cursor })]
}

/** A section has no products of earlier ones. If it stays below its minimum, it is left out and takes none. */
async function fillInTurn(
  deps: RecommendDeps,
  plan: PagePlan,
  sections: readonly SectionConfig[],
): Promise<PlannedSection[]> {
  const used = new Set(leftOut(plan))
  const planned: PlannedSection[] = []
  for (const section of sections) {
    const filled = await fillSection(deps, plan, { section, used, cursor: null })
    if (filled.page.candidates.length < (section.min_products ?? DEFAULT_LEAST)) continue
    for (const { productId } of filled.page.candidates) used.add(productId)
    planned.push(filled)
  }
  return planned
}

function leftOut({ page, context }: PagePlan): number[] {
  const skipsParent = context.shop.config.skip_parent_product
  return [...(page.cart ?? []), ...(skipsParent && page.productId !== undefined ? [page.productId] : [])]
}

interface FillAsk {
  section: SectionConfig
  used: ReadonlySet<number>
  cursor: string | null | undefined
}

async function fillSection(deps: RecommendDeps, plan: PagePlan, ask: FillAsk): Promise<PlannedSection> {
  const { context } = plan
  const { section, used } = ask
  const assignment =
    plan.assignments.find(({ experience }) => String(experience.id) === String(section.experience_id)) ??
    about('recommend', context.shop.config, plan.assignments)[0]
  const query = queryFor(plan, section)
  const page = await takePage(deps, {
    shop: context.shop.id,
    query: cursorKey(plan, section),
    cursor: ask.cursor,
    limit: section.max_products ?? DEFAULT_PRODUCTS,
    rank: () => rankedStream(context, query),
    isShowable: (id) => {
      const entry = entryOf(context, id)
      return entry !== undefined && !used.has(id) && isShowable(context, entry)
    },
  })
  return { section, type: query.type, assignment, page }
}

function queryFor({ context, page, assignments }: PagePlan, section: SectionConfig): RecommendQuery {
  const anchors = page.productId !== undefined && context.catalog.entries.has(page.productId) ? [page.productId] : []
  const own = section.collection == null ? undefined : collectionHandle(context.shop.config, section.collection)
  return {
    ...variedRecommendation(section.type, assignments),
    anchors,
    keepsAnchors: !context.shop.config.skip_parent_product,
    cart: page.cart ?? context.history.cartProducts,
    collection: own ?? (page.type === 'collection' ? page.collection : undefined),
    tags: page.tags,
    isHome: page.type === 'home',
    kindsLast: page.type === 'order_status' ? kindsOf(context, page.cart ?? []) : undefined,
    section,
  }
}

function sectionOfCursor(deps: RecommendDeps, plan: PagePlan, cursor: string): SectionConfig {
  const found = plan.sections.find((section) => deps.cursors.read(cursor, cursorKey(plan, section)))
  if (found) return found
  throw new RequestRefused([validationItem(['cursor'], 'any.invalid', 'contains an invalid value')])
}

function cursorKey({ context, page }: PagePlan, { id }: SectionConfig): string {
  return queryKey([
    'section',
    context.shop.id,
    id,
    page.type,
    page.productId ?? null,
    page.collection ?? null,
    page.tags,
  ])
}
