import type { PageProduct, SectionConfig, SectionsRequest, SectionsResponse, ServedSection } from '@vitrine/contract'
import type { Call } from '../call.ts'
import { presentPageProduct } from '../catalog/present-page-product.ts'
import { shownPrices } from '../catalog/present-product.ts'
import { assignExperiences, type Assignment, presentExperience } from '../experiments/assign-experiences.ts'
import { serveExperience, variedShop } from '../experiments/variant-settings.ts'
import { localizedText } from '../platform/localized.ts'
import { servedTo } from '../query/served-place.ts'
import { openRecommendContext, type RecommendDeps } from '../recommend/open-recommend-context.ts'
import { presentCandidates, servedProducts } from '../recommend/present.ts'
import { isShowable, type RecommendContext } from '../recommend/recommend-context.ts'
import { continueVisit, shopSnapshot, type VisitDeps } from '../session/start-visit.ts'
import { eligibleSections, isAskedFor } from './eligible-sections.ts'
import { type PlannedSection, planPage } from './plan-page.ts'
import { readSectionPage, type SectionPage } from './section-page.ts'
import { showDiscount } from './show-discount.ts'

export interface SectionDeps extends RecommendDeps, VisitDeps {}

type SectionsCall = Call<SectionsRequest>

export async function serveSections(deps: SectionDeps, call: SectionsCall): Promise<SectionsResponse> {
  const { shop, body } = call
  const asked = readSectionPage(shop, body)
  const context = await openRecommendContext(deps, call)
  const page = withOrder(asked, context)
  const visitor = call.identity.visitorId ?? call.identity.clientId ?? deps.newId()
  const { visit, ...tokens } = continueVisit(deps, call, visitor)
  const assignments = assignExperiences(shop.config, visitor, body.qs)
  const preview = body.preview === true && (await call.isAdmin())
  const onPage = eligibleSections({ shop: variedShop(shop, assignments), page, assignments, preview })
  const placed = new Set((body.placed_sections ?? []).map(String))
  const sections = onPage.filter((one) => isAskedFor(one, body.sections) || placed.has(String(one.id)))
  const planned = await planPage(deps, { context, page, assignments, sections, placed, cursor: body.cursor })
  return {
    request_id: call.requestId,
    visit_id: visit,
    sections: await Promise.all(planned.map((one) => serveSection(deps, call, { context, page, planned: one }))),
    product: await pageProduct(deps, context, page),
    ...tokens,
    config: shopSnapshot(shop.config, body.country),
    experience: experienceOf(onPage, assignments),
  }
}

interface ServeAsk {
  context: RecommendContext
  page: SectionPage
  planned: PlannedSection
}

async function serveSection(
  deps: SectionDeps,
  call: SectionsCall,
  { context, page, planned }: ServeAsk,
): Promise<ServedSection> {
  const { section, assignment } = planned
  const sectionServeId = deps.newId()
  deps.serves.record({
    ...servedTo(call, context.view),
    surface: 'section',
    requestId: call.requestId,
    sectionServeId,
    serveId: planned.page.chain,
    section: String(section.id),
    recommendationType: planned.type,
    experience: serveExperience(assignment),
    products: servedProducts(planned.page.candidates, planned.page.firstPosition),
  })
  const products = await presentCandidates(deps, context, planned.page.candidates, {
    style: 'section',
    view: 'product_details',
    explain: call.body.explain ?? false,
    more: (product) => ({ discount: showDiscount(section, shownPrices(product, context.view.prices)) }),
  })
  return {
    id: section.id,
    section_serve_id: sectionServeId,
    page_type: page.type,
    ...settingsOf(section, context.view.locale),
    type: planned.type,
    products: products as ServedSection['products'],
    cursor: planned.page.cursor,
    hasMore: planned.page.hasMore,
  }
}

function settingsOf(section: SectionConfig, locale: string) {
  return {
    experience_id: section.experience_id ?? null,
    layout: section.layout ?? 'carousel',
    location: section.location ?? '',
    position: section.position ?? 0,
    title: titleOf(section, locale),
    extra: section.extra ?? {},
    discount_config: section.discount_config ?? null,
    show_discount_label: section.show_discount_label ?? false,
    translations: section.translations ?? null,
  }
}

/** Falls back from the locale to its language, then to the merchant's text. */
function titleOf({ title, translations }: SectionConfig, locale: string): string {
  return localizedText(translations ?? undefined, locale, 'title') ?? title
}

async function pageProduct(
  deps: SectionDeps,
  context: RecommendContext,
  page: SectionPage,
): Promise<PageProduct | null> {
  const entry = page.productId === undefined ? undefined : context.catalog.entries.get(page.productId)
  if (!entry || !isShowable({ ...context, shop: context.shop }, entry)) return null
  const [product] = await deps.products.read(context.shop.id, [entry.id])
  const { prices, locale } = context.view
  return product ? presentPageProduct(product, { prices, locale }) : null
}

function experienceOf(sections: readonly SectionConfig[], assignments: readonly Assignment[]) {
  const onPage = new Set(sections.map(({ experience_id: id }) => String(id)))
  const found = assignments.find(({ experience }) => onPage.has(String(experience.id))) ?? assignments[0]
  return found ? presentExperience(found) : null
}

/** An order page shows sections for the shopper's last order, unless the request has a cart. */
export function withOrder(page: SectionPage, context: Pick<RecommendContext, 'purchases' | 'models'>): SectionPage {
  if (page.type !== 'order_status' || page.cart?.length) return page
  return { ...page, cart: lastOrder(context) }
}

/** All lines of an order have the same time. */
function lastOrder({ purchases, models }: Pick<RecommendContext, 'purchases' | 'models'>): number[] {
  const latestMs = Math.max(...purchases.map(({ atMs }) => atMs))
  const latest = purchases.filter(({ atMs }) => atMs === latestMs)
  return [...new Set(latest.map(({ item }) => models.items.idOf(item)))]
}
