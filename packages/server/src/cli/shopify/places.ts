/** Maps where a product is sold: the platform's publications become our channels, markets and business catalogs. */
import { readPlatformId } from '@vitrine/contract'

export interface Publication {
  id: string
  catalog: {
    __typename: string
    id: string
    title: string
    priceList?: PriceList | null
    markets?: { nodes: { id: string }[] }
    apps?: { nodes: { handle: string | null }[] }
  } | null
}

interface PriceList {
  fixedPricesCount: number
  parent: { adjustment: { type: 'PERCENTAGE_DECREASE' | 'PERCENTAGE_INCREASE'; value: number } } | null
}

export interface Places {
  collections: string[]
  publications: string[]
}

export interface SoldAt {
  publication_ids: string[]
  /** null means every market. */
  market_ids: number[] | null
  /** null means everybody. */
  catalog_ids: string[] | null
}

/** A market without a catalog sells everything. Business catalogs matter only for products sold nowhere else. */
export function soldAt(
  { publications }: Places,
  known: ReadonlyMap<string, Publication>,
  marketIds: readonly string[],
): SoldAt {
  const of = publications.flatMap((id) => known.get(id) ?? [])
  const kind = ({ catalog }: Publication) => catalog?.__typename ?? 'AppCatalog'
  const channels = of.filter((one) => kind(one) === 'AppCatalog')
  const businesses = of.filter((one) => kind(one) === 'CompanyLocationCatalog')
  const withCatalog = new Set([...known.values()].flatMap(marketsOf))
  const inCatalogs = new Set(of.flatMap(marketsOf))
  const markets = marketIds.filter((id) => !withCatalog.has(id) || inCatalogs.has(id))
  return {
    publication_ids: channels.map(({ id }) => numberText(id)),
    market_ids: withCatalog.size === 0 ? null : markets.map((id) => Number(numberText(id))),
    catalog_ids:
      businesses.length > 0 && channels.length + inCatalogs.size === 0
        ? businesses.map(({ catalog }) => numberText(catalog?.id ?? ''))
        : null,
  }
}

export function priceListOf(publications: readonly Publication[], marketId: string): PriceList | undefined {
  const own = publications.filter((one) => marketsOf(one).includes(marketId))
  return own.flatMap(({ catalog }) => catalog?.priceList ?? [])[0]
}

function marketsOf({ catalog }: Publication): string[] {
  return (catalog?.markets?.nodes ?? []).map(({ id }) => id)
}

export function numberText(gid: string): string {
  return String(readPlatformId(gid) ?? gid)
}
