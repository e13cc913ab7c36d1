import type { Client } from '@vitrine/client'
import { Link } from '../router.ts'
import { type ListState, withQuery, writeListState } from '../shop/list-state.ts'
import { useWords } from '../shop/words.ts'

type Metadata = Awaited<ReturnType<Client['search']>>['searchMetadata']

interface QueryNotesProps {
  metadata: Metadata
  total: number
  state: ListState
}

export function QueryNotes({ metadata, total, state }: QueryNotesProps) {
  const words = useWords()
  const linkTo = (query: string) => `/search${writeListState(withQuery(state, query))}`
  return (
    <>
      <div className="query-notes">
        {metadata.correctedQuery && (
          <p>
            {words.showingFor} <b>“{metadata.correctedQuery}”</b>
          </p>
        )}
        {(metadata.relaxed || isOnlyNear(metadata, total)) && <p>{words.relaxed}</p>}
        {metadata.didYouMean && metadata.didYouMean !== metadata.correctedQuery && (
          <p>
            {words.didYouMean} <Link to={linkTo(metadata.didYouMean)}>“{metadata.didYouMean}”</Link>?
          </p>
        )}
      </div>
      <Banners content={metadata.content} />
    </>
  )
}

/** True if all products match by meaning only. */
function isOnlyNear({ extendedByMeaning }: Metadata, total: number): boolean {
  return total > 0 && extendedByMeaning >= total
}

type Content = Awaited<ReturnType<Client['search']>>['searchMetadata']['content']

function Banners({ content }: { content: Content }) {
  return content.map(({ rule, slot, title, text, imageUrl, url }) => {
    const banner = (
      <>
        {imageUrl && <img src={imageUrl} alt="" />}
        <div>
          {title && <b>{title}</b>}
          {text && <p>{text}</p>}
        </div>
      </>
    )
    return (
      <aside key={rule + slot} className="banner" aria-label={title ?? slot}>
        {url === null ? banner : url.startsWith('/') ? <Link to={url}>{banner}</Link> : <a href={url}>{banner}</a>}
      </aside>
    )
  })
}
