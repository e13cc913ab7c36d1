import { type SearchParams, SearchResults } from '@/components/search-results'

export default async function SearchPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return <SearchResults params={await searchParams} />
}
