import { useInstantSearch } from '@vitrine/client/react'
import { Sections } from '../components/sections.tsx'

/** Texts belong to the platform's pages; the demo shows their title from type-ahead and the products beside them. */
export function ContentPage({ handle, kind }: { handle: string; kind: 'page' | 'article' }) {
  const { data } = useInstantSearch({ query: handle.replaceAll('-', ' '), objects: [kind], limit: 20 })
  const found = (kind === 'page' ? data?.pages : data?.articles)?.find((one) => one.handle === handle)
  return (
    <div className="page">
      <div className="thanks">
        <h1>{found?.title ?? handle.replaceAll('-', ' ')}</h1>
        <p className="muted">In a real shop the platform serves this page. Search finds it, as you see.</p>
      </div>
      <Sections request={{ pageType: 'other' }} />
    </div>
  )
}
