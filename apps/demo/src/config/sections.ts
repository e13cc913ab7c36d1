import type { ExperienceConfig, PageType, RecommendationType, SectionConfig } from '@vitrine/contract'
import type { CatalogItem } from '../catalog/create-catalog.ts'

export const HOME_EXPERIENCE_ID = 1
export const SIMILAR_SECTION = 202
/** In this A/A test, the variants are the same, so no difference should be found. */
export const ORDER_EXPERIENCE_ID = 2
const EDITORS_COLLECTION = 'editors-picks'

export function demoExperiences(): ExperienceConfig[] {
  return [
    {
      id: HOME_EXPERIENCE_ID,
      name: 'Home page opener',
      status: 'active',
      plan: { hypothesis: 'What others look at sells more than what we pick.', visitors_per_variant: 2500 },
      variants: [
        { key: 'picked', weight: 1 },
        { key: 'trending', weight: 1 },
      ],
    },
    {
      id: ORDER_EXPERIENCE_ID,
      name: 'Order of results, A against A',
      status: 'active',
      plan: { hypothesis: 'Nothing differs, so no difference is found.', visitors_per_variant: 200 },
      variants: [
        { key: 'a', weight: 1, search: { ranking: { popularity: 1 } } },
        { key: 'b', weight: 1, search: { ranking: { popularity: 1 } } },
      ],
    },
  ]
}

type Words = readonly [en: string, de: string, fr: string]

/** Has a section for every page type and for every type of recommendation. */
export function demoSections(catalog: readonly CatalogItem[]): SectionConfig[] {
  const promoted = catalog
    .filter(isPromoted)
    .sort(byAppeal)
    .slice(0, 12)
    .map((item) => item.product.id)
  return [
    ...homeSections(promoted),
    ...productSections(),
    ...listSections(),
    ...cartSections(),
    ...orderSections(promoted),
    ...otherSections(),
  ]
}

function homeSections(promoted: number[]): SectionConfig[] {
  const home: PageType[] = ['home']
  const opener = { experience_id: HOME_EXPERIENCE_ID, layout: 'carousel' }
  return [
    section(101, 'personalized', home, ['Picked for you', 'Für dich ausgewählt', 'Choisis pour vous'], {
      ...opener,
      variant: 'picked',
    }),
    section(102, 'trending', home, ['Everybody is looking at', 'Gerade gefragt', 'Tendance'], {
      ...opener,
      variant: 'trending',
    }),
    section(103, 'bestsellers', home, ['Bestsellers', 'Bestseller', 'Meilleures ventes'], {
      layout: 'grid',
      max_products: 8,
    }),
    section(104, 'recent_launch', home, ['Just arrived', 'Neu eingetroffen', 'Nouveautés'], { layout: 'carousel' }),
    section(105, 'promoted', home, ['From our editors', 'Aus der Redaktion', 'Notre sélection'], {
      layout: 'grid',
      max_products: 8,
      product_ids: promoted,
    }),
    section(106, 'collections', home, ['Slow mornings', 'Langsame Morgen', 'Matins tranquilles'], {
      layout: 'carousel',
      collection: 'slow-mornings',
    }),
    section(107, 'recently_viewed', home, ['Where you left off', 'Zuletzt angesehen', 'Vus récemment'], {
      layout: 'carousel',
    }),
    section(108, 'purchases', home, ['Time for a refill?', 'Noch einmal kaufen', 'Racheter'], {
      layout: 'carousel',
      max_products: 6,
    }),
    section(109, 'email_recommendations', home, ['Newsletter picks', 'Newsletter-Auswahl', 'Sélection de la lettre'], {
      status: 'draft',
      location: 'email',
    }),
  ]
}

function productSections(): SectionConfig[] {
  const product: PageType[] = ['product', 'product_page']
  return [
    section(
      201,
      'bought_together',
      product,
      ['Bought together', 'Wird oft zusammen gekauft', 'Souvent achetés ensemble'],
      { layout: 'bundle', max_products: 4, location: 'below-buy-button' },
    ),
    section(
      SIMILAR_SECTION,
      'similar_products',
      product,
      ['You may also like', 'Das könnte dir gefallen', 'Vous aimerez aussi'],
      {
        layout: 'carousel',
      },
    ),
    section(203, 'cross_sell', product, ['Completes the look', 'Passt dazu', 'Pour compléter'], {
      layout: 'carousel',
      max_products: 8,
    }),
    section(204, 'recently_viewed', product, ['Recently viewed', 'Zuletzt angesehen', 'Vus récemment'], {
      layout: 'carousel',
    }),
  ]
}

function listSections(): SectionConfig[] {
  return [
    // The list above this section begins with the collection's bestsellers, so the section shows others.
    section(301, 'collections', ['collection'], ["Editor's picks", 'Auswahl der Redaktion', 'Notre sélection'], {
      layout: 'carousel',
      collection: EDITORS_COLLECTION,
      max_products: 16,
    }),
    section(302, 'trending', ['search'], ['Trending now', 'Gerade im Trend', 'Tendances du moment'], {
      layout: 'carousel',
      max_products: 8,
    }),
    section(
      303,
      'personalized',
      ['search', 'collection'],
      ['Close to your taste', 'Nach deinem Geschmack', 'À votre goût'],
      { layout: 'carousel', max_products: 16 },
    ),
  ]
}

function cartSections(): SectionConfig[] {
  return [
    section(
      401,
      'cross_sell',
      ['cart', 'ajax_cart'],
      ['Goes well with your cart', 'Passt zu deinem Warenkorb', 'Avec votre panier'],
      { layout: 'carousel', max_products: 8 },
    ),
    section(402, 'bought_together', ['cart'], ['Others also took', 'Andere nahmen auch', 'Les autres ont aussi pris'], {
      layout: 'grid',
      max_products: 4,
    }),
    section(403, 'cross_sell', ['checkout'], ['One last thing', 'Noch eine Kleinigkeit', 'Une dernière chose'], {
      layout: 'grid',
      max_products: 4,
      eligibility: { min_cart_value: 20 },
    }),
  ]
}

function orderSections(promoted: number[]): SectionConfig[] {
  const order: PageType[] = ['order_status', 'order_confirm']
  return [
    section(501, 'cross_sell', order, ['For next time', 'Fürs nächste Mal', 'Pour la prochaine fois'], {
      layout: 'carousel',
    }),
    section(503, 'purchases', order, ['Time for a refill?', 'Noch einmal kaufen', 'Racheter'], {
      layout: 'carousel',
      max_products: 6,
    }),
    section(
      502,
      'custom',
      ['returns'],
      ['Perhaps one of these instead', 'Vielleicht eines davon', "Peut-être l'un de ceux-ci"],
      { layout: 'grid', product_ids: promoted.slice(0, 8) },
    ),
  ]
}

function otherSections(): SectionConfig[] {
  return [
    section(601, 'bestsellers', ['404', 'other'], ['Try one of these', 'Vielleicht hilft das', 'Essayez plutôt'], {
      layout: 'grid',
      max_products: 8,
    }),
    section(
      602,
      'trending',
      ['blog', 'other'],
      ['Shop what others look at', 'Was andere ansehen', 'Ce que les autres regardent'],
      { layout: 'carousel', max_products: 8 },
    ),
  ]
}

function section(
  id: number,
  type: RecommendationType,
  pageTypes: PageType[],
  title: Words,
  rest: Partial<SectionConfig>,
): SectionConfig {
  const [en, de, fr] = title
  return {
    id,
    title: en,
    type,
    page_types: pageTypes,
    location: 'main',
    position: id % 100,
    max_products: 12,
    status: 'active',
    show_discount_label: true,
    translations: { de: { title: de }, fr: { title: fr } },
    ...rest,
  }
}

function isPromoted({ draft, product }: CatalogItem): boolean {
  return (
    product.status === 'active' && draft.appeal > 1.6 && product.rating !== undefined && product.rating.value >= 4.5
  )
}

function byAppeal(a: CatalogItem, b: CatalogItem): number {
  return b.draft.appeal - a.draft.appeal || a.product.id - b.product.id
}
