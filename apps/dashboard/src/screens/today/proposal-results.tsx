/** Compares the results of a search with and without a proposal. */
import { useQuery } from '@tanstack/react-query'
import type { Move, SearchPreview, SearchSide, Suggestion } from '@vitrine/client/admin'
import type { Patch } from '../../draft/patch.ts'
import { ProductName } from '../../products/product-name.tsx'
import { FormerPlace } from '../../products/former-place.tsx'
import { useApi } from '../../session/session.tsx'
import { useWords } from '../../messages/messages.tsx'

/** More than `SHOWN`, so that products that move into view have a known former position. */
const LIMIT = 24
const SHOWN = 6

/** Without a patch, both sides of the preview show the live results. */
export function useProposalPreview({ query }: Suggestion, patch: Patch | undefined) {
  const api = useApi()
  const request = { query, patch: patch ?? {}, pagination: { limit: LIMIT } }
  return useQuery({
    queryKey: [api.shop, 'preview', 'suggestion', request],
    queryFn: ({ signal }) => api.previewSearch(request, signal),
  })
}

/** False if publishing the patch would not change the results. */
export function changesSearch({ live, draft, moves }: SearchPreview): boolean {
  const seen = ({ pagination: { total }, search_metadata: { redirect } }: SearchSide) => `${total} ${redirect}`
  return moves.length > 0 || seen(live) !== seen(draft)
}

export function ProposalResults({ preview, hasChange }: { preview: SearchPreview; hasChange: boolean }) {
  const { t } = useWords()
  const isVain = hasChange && !changesSearch(preview)
  return (
    <>
      <div className="before-after">
        <Side className="before" title={t('inbox.now')} side={preview.live} />
        {hasChange && <Side className="after" title={t('inbox.then')} side={preview.draft} moves={preview.moves} />}
      </div>
      {isVain && <p className="notice">{t('inbox.changesNothing')}</p>}
    </>
  )
}

interface SideProps {
  className: string
  title: string
  side: SearchSide
  moves?: readonly Move[]
}

function Side({ className, title, side, moves = [] }: SideProps) {
  const { t, count } = useWords()
  const { relaxed, extended_by_meaning: near, redirect } = side.search_metadata
  const hasWords = !relaxed && near < side.pagination.total
  return (
    <section className={className}>
      <h3>{title}</h3>
      <p>{count('workbench.found', side.pagination.total)}</p>
      {side.pagination.total > 0 && !hasWords && <p className="soft small">{t('inbox.onlyNear')}</p>}
      {redirect && <p className="small">{t('workbench.redirect', { url: redirect })}</p>}
      <ul className="product-list">
        {side.products.slice(0, SHOWN).map(({ product_id: id, title: name, image }) => (
          <li key={id} className="spread">
            <ProductName id={id} product={{ title: name, images: image.url ? [{ src: image.url }] : [] }} />
            <FormerPlace move={moves.find((one) => one.product_id === id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
