import { notFound } from 'next/navigation'
import { type SearchParams, SearchResults } from '@/components/search-results'
import { vitrine } from '@/lib/vitrine'

type Props = { params: Promise<{ handle: string }>; searchParams: Promise<SearchParams> }

export default async function CollectionPage({ params, searchParams }: Props) {
  const { handle } = await params
  const { aggregations } = await vitrine.filterAggregations({ collection: handle, facets: [{ key: '@collection' }] })
  const title = aggregations['@collection']?.buckets.find(({ value }) => value === handle)?.label
  if (title === undefined) notFound()
  return <SearchResults params={await searchParams} collection={{ id: handle, title }} />
}
