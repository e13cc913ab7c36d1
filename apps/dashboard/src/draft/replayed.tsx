/** Shows what a change would have done to the searches of the last 30 days. */
import { useQuery } from '@tanstack/react-query'
import { ProductName } from '../products/product-name.tsx'
import { useProductsById } from '../products/use-products.ts'
import { useApi } from '../session/session.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { useWords } from '../messages/messages.tsx'
import type { Patch } from './patch.ts'

const SIDE_BY_SIDE = 3

export function Replayed({ patch }: { patch: Patch }) {
  const { t } = useWords()
  const api = useApi()
  const replayed = useQuery({
    queryKey: [api.shop, 'replay', patch],
    queryFn: ({ signal }) => api.replay({ patch }, signal),
  })
  return (
    <Loaded query={replayed}>
      {({ searches, changed_searches: changed, risen, fallen, verdict, most_changed: most, golden }) => (
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
          {golden.broken.map(({ query, fault }) => (
            <p key={query + fault} className="notice">
              {t('health.goldenBreaks', { query, fault })}
            </p>
          ))}
          {most.map(({ query, live, draft: then }) => (
            <div key={query} className="before-after">
              <Side title={`${query}: ${t('draft.before')}`} ids={live} />
              <Side title={`${query}: ${t('draft.after')}`} ids={then} />
            </div>
          ))}
        </>
      )}
    </Loaded>
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
