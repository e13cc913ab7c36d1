/** Proposals, those that lose most searches first. Looking at one shows its results beside what is live; publishing is one more click. */
import { useQuery } from '@tanstack/react-query'
import type { Suggestion } from '@vitrine/client/admin'
import { useState } from 'react'
import { useDraft } from '../../draft/draft.tsx'
import type { Patch } from '../../draft/patch.ts'
import { usePublish } from '../../draft/use-publish.ts'
import { ProductName } from '../../products/product-name.tsx'
import { Link } from '../../router.tsx'
import { useApi, useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadedFindings, useFindings } from '../../ui/findings.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useWords } from '../../words/words.tsx'
import { LostSearches } from './lost-searches.tsx'
import { evidenceText, proposalText } from './proposal-text.ts'

const SHOWN = 6

export function Inbox() {
  const words = useWords()
  const { t, count } = words
  const api = useApi()
  const mayEdit = useMayEdit()
  const [open, setOpen] = useState<Suggestion | null>(null)
  const suggestions = useFindings('suggestions', () => api.suggestions())
  return (
    <>
      <LoadedFindings query={suggestions}>
        {({ suggestions: rows }) =>
          rows.length === 0 ? (
            <LostSearches />
          ) : (
            <ul className="list">
              {rows.slice(0, SHOWN).map((one) => (
                <li key={one.id} className="spread">
                  <div className="grow">
                    <strong>{one.query}</strong>{' '}
                    {one.lost_searches > 0 && (
                      <span className="badge warn">{count('inbox.lost', one.lost_searches)}</span>
                    )}
                    <div className="small soft">{proposalText(words, one)}</div>
                  </div>
                  <Button
                    small
                    aria-label={t(mayEdit ? 'inbox.fixOf' : 'inbox.lookOf', { query: one.query })}
                    onClick={() => setOpen(one)}
                  >
                    {t(mayEdit ? 'inbox.fix' : 'alerts.look')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </LoadedFindings>
      {open && <SuggestionDialog suggestion={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function SuggestionDialog({ suggestion, onClose }: { suggestion: Suggestion; onClose: () => void }) {
  const words = useWords()
  const { t, count } = words
  const api = useApi()
  const mayEdit = useMayEdit()
  const draft = useDraft()
  const publish = usePublish(suggestion.patch as Patch)
  const request = { query: suggestion.query, patch: suggestion.patch, pagination: { limit: 6 } }
  const preview = useQuery({
    queryKey: [api.shop, 'preview', 'suggestion', request],
    queryFn: ({ signal }) => api.previewSearch(request, signal),
  })
  // The catalog is to be mended, not the configuration: there is nothing to publish.
  const isData = suggestion.kind === 'data'
  const keep = () => {
    draft.edit(suggestion.patch as Patch)
    onClose()
  }
  return (
    <Dialog title={proposalText(words, suggestion)} wide onClose={onClose}>
      <ul className="plain-list">
        {suggestion.evidence.map((one) => (
          <li key={one.kind + one.text} className="soft">
            {evidenceText(words, one, suggestion.patch)}
          </li>
        ))}
      </ul>
      <Loaded query={preview}>
        {({ live, draft: after }) => (
          <div className="before-after">
            {(isData ? [live] : [live, after]).map((side, index) => (
              <section key={index === 0 ? 'live' : 'draft'} className={index === 0 ? 'before' : 'after'}>
                <h3>{t(index === 0 ? 'inbox.now' : 'inbox.then')}</h3>
                <p>{count('workbench.found', side.pagination.total)}</p>
                <ul className="product-list">
                  {side.products.map((product) => (
                    <li key={product.product_id}>
                      <ProductName
                        id={product.product_id}
                        product={{
                          title: product.title,
                          images: product.image.url ? [{ src: product.image.url }] : [],
                        }}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </Loaded>
      {isData && (
        <div className="dialog-foot">
          <Link className="button primary" to="/catalog?tab=quality">
            {t('inbox.toQuality')}
          </Link>
        </div>
      )}
      {mayEdit && !isData && (
        <div className="dialog-foot">
          <Button onClick={keep}>{t('common.toDraft')}</Button>
          <Button
            kind="primary"
            disabled={publish.isPending}
            onClick={() => publish.mutate({ note: proposalText(words, suggestion) }, { onSuccess: onClose })}
          >
            {t('draft.publish')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
