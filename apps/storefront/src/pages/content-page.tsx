import { useInstantSearch } from '@vitrine/client/react'
import { Sections } from '../components/sections.tsx'
import { useTitle } from '../shop/use-title.ts'
import { NotFoundPage } from './not-found-page.tsx'

/** Texts belong to the platform's pages; the demo shows their title from type-ahead and the products beside them. */
export function ContentPage({ handle, kind }: { handle: string; kind: 'page' | 'article' }) {
  const { data, loading } = useInstantSearch({ query: handle.replaceAll('-', ' '), objects: [kind], limit: 20 })
  const found = (kind === 'page' ? data?.pages : data?.articles)?.find((one) => one.handle === handle)
  useTitle(found?.title)
  if (data && !loading && !found) return <NotFoundPage />
  return (
    <div className="page">
      <div className="thanks">
        <h1>{found?.title ?? '\u00a0'}</h1>
        <p className="muted">In a real shop the platform serves this page. Search finds it, as you see.</p>
      </div>
      <Sections request={{ pageType: kind === 'article' ? 'blog' : 'other' }} />
    </div>
  )
}
