/** Shows what a fix would have done to last month's searches, before it goes into the draft or is published. */
import { useQuery } from '@tanstack/react-query'
import { useDraft } from '../../draft/draft.tsx'
import type { Json, Patch } from '../../draft/patch.ts'
import { usePublish } from '../../draft/use-publish.ts'
import { ProductName } from '../../products/product-name.tsx'
import { useProductsById } from '../../products/use-products.ts'
import { useApi } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useWords } from '../../words/words.tsx'
import type { Failing } from './search-health.tsx'
import { useFailureWords } from './use-failure-words.ts'

const SIDE_BY_SIDE = 3

export function FixDialog({ failing, onClose }: { failing: Failing; onClose: () => void }) {
  const { t } = useWords()
  const api = useApi()
  const draft = useDraft()
  const told = useFailureWords()(failing)
  const patch = patchOf(failing, draft.live.search ?? {})
  const publish = usePublish()
  const replayed = useQuery({
    queryKey: [api.shop, 'replay', patch],
    queryFn: ({ signal }) => api.replay({ patch }, signal),
  })
  const keep = () => {
    draft.edit(patch)
    onClose()
  }
  return (
    <Dialog title={t('inbox.fixOf', { query: failing.query })} wide onClose={onClose}>
      <p>{told}</p>
      <Loaded query={replayed}>
        {({ searches, changed_searches: changed, risen, fallen, verdict, most_changed: most }) => (
          <>
            <p>
              {t('health.replayed', {
                n: String(changed),
                of: String(searches),
                risen: String(risen),
                fallen: String(fallen),
              })}{' '}
              <span className={`badge ${verdict === 'worse' ? 'bad' : ''}`}>{t(`health.verdict.${verdict}`)}</span>
            </p>
            {most.map(({ query, live, draft: then }) => (
              <div key={query} className="before-after">
                <Side title={`${query}: ${t('draft.before')}`} ids={live} />
                <Side title={`${query}: ${t('draft.after')}`} ids={then} />
              </div>
            ))}
          </>
        )}
      </Loaded>
      <div className="spread">
        <Button onClick={keep}>{t('health.keep')}</Button>
        <Button
          kind="primary"
          disabled={publish.isPending}
          onClick={() => publish.mutate({ alone: patch, note: told }, { onSuccess: onClose })}
        >
          {t('draft.publish')}
        </Button>
      </div>
    </Dialog>
  )
}

function Side({ title, ids }: { title: string; ids: readonly number[] }) {
  const shown = ids.slice(0, SIDE_BY_SIDE)
  const products = useProductsById(shown)
  return (
    <section aria-label={title}>
      <strong className="small">{title}</strong>
      <ol>
        {shown.map((id) => (
          <li key={id}>
            <ProductName id={id} product={products.get(id)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The fix, added to the live configuration. */
function patchOf({ fix, query }: Failing, search: { synonyms?: unknown[]; rules?: unknown[] }): Patch {
  if (fix.synonym) return { search: { synonyms: [...(search.synonyms ?? []), fix.synonym] as Json } }
  const pin = [{ product_id: fix.pin?.product_id ?? 0, position: 1 }]
  const rule = { id: `pin-${query}`, when: { query, match: 'exact' }, pin }
  return { search: { rules: [...(search.rules ?? []), rule] as Json } }
}
