/** Searches on the server for the state in the URL. Every `router.push` runs this page again. */
import { searchRequestOf, searchStateFromUrl } from '@vitrine/client'
import { visitorId } from '@/components/sections'
import { vitrine } from '@/lib/vitrine'
import { Results } from './results'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function SearchPage({ searchParams }: Props) {
  const request = searchRequestOf(searchStateFromUrl(await searchParams), 24)
  const { query, appliedFilters } = request
  const [answer, facets] = await Promise.all([
    vitrine.search({ ...request, visitorId: await visitorId() }),
    vitrine.filterAggregations({ query, appliedFilters }),
  ])
  return <Results answer={answer} facets={facets} />
}
