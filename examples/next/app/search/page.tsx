/** Searches on the server for the state in the URL. Next.js runs this again for every `router.push`. */
import { searchStateFromUrl } from '@vitrine/client'
import { visitorId } from '@/components/sections'
import { facetsRequestOf, requestOf, vitrine } from '@/lib/vitrine'
import { Results } from './results'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function SearchPage({ searchParams }: Props) {
  const state = searchStateFromUrl(await searchParams)
  const visitor = await visitorId()
  const [answer, facets] = await Promise.all([
    vitrine.search(requestOf(state, visitor)),
    vitrine.filterAggregations(facetsRequestOf(state)),
  ])
  return <Results visitorId={visitor} initialAnswer={answer} initialFacets={facets} />
}
