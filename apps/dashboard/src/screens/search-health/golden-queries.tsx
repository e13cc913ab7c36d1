/**
 * Lets the merchant say what a search must show: a product among the first results, or nothing. These golden queries are
 * checked for every draft, and every night for the live shop.
 */
import type { ProductId, SearchHealthAnswer } from '@vitrine/client/admin'
import { type FormEvent, useState } from 'react'
import { useDraft } from '../../draft/draft.tsx'
import type { Json } from '../../draft/patch.ts'
import { useWords } from '../../messages/messages.tsx'
import { ProductPicker } from '../../products/product-list.tsx'
import { useProductsById } from '../../products/use-products.ts'
import { useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Check, Field } from '../../ui/field.tsx'
import { Card } from '../../ui/page.tsx'

interface GoldenQuery {
  query: string
  product_id?: number
  product_type?: string
  shows?: 'nothing'
  within?: number
}

const FIRST = 10

export function GoldenQueries({ golden: { broken } }: Pick<NonNullable<SearchHealthAnswer['health']>, 'golden'>) {
  const { t } = useWords()
  const { config, edit } = useDraft()
  const mayEdit = useMayEdit()
  const expected = (config.search?.golden_queries ?? []) as readonly GoldenQuery[]
  const products = useProductsById(expected.flatMap(({ product_id: id }) => id ?? []))
  const set = (next: readonly GoldenQuery[]) => edit({ search: { golden_queries: next as unknown as Json } })
  const whatOf = ({ product_id: id, product_type: type, shows, within = FIRST }: GoldenQuery) =>
    shows === 'nothing'
      ? t('health.goldenNothing')
      : t('health.goldenShows', { what: products.get(id ?? '')?.title ?? type ?? String(id), n: within })
  return (
    <Card title={t('health.golden')} about={t('health.goldenAbout')}>
      <ul className="list">
        {expected.map((one) => (
          <li key={JSON.stringify(one)} className="spread">
            <span>
              <strong>{one.query}</strong> <span className="soft">{whatOf(one)}</span>
            </span>
            <span className="row">
              {broken.some(({ query }) => query === one.query) && (
                <span className="badge bad">{t('health.goldenBroken')}</span>
              )}
              {mayEdit && (
                <Button
                  small
                  kind="plain"
                  aria-label={t('common.removeNamed', { name: one.query })}
                  onClick={() => set(expected.filter((other) => other !== one))}
                >
                  {t('common.remove')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {mayEdit && <NewExpectation onAdd={(one) => set([...expected, one])} />}
    </Card>
  )
}

function NewExpectation({ onAdd }: { onAdd: (one: GoldenQuery) => void }) {
  const { t } = useWords()
  const [query, setQuery] = useState('')
  const [picked, setPicked] = useState<ProductId | null>(null)
  const [isNothing, setNothing] = useState(false)
  const product = useProductsById(picked === null ? [] : [picked]).get(picked ?? '')
  const isWhole = query.trim() !== '' && (isNothing || product !== undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole) return
    onAdd({ query: query.trim(), ...(isNothing || !product ? { shows: 'nothing' } : { product_id: product.id }) })
    setQuery('')
    setPicked(null)
  }
  return (
    <form className="stack-s" onSubmit={submit}>
      <div className="fields">
        <Field label={t('health.goldenQuery')}>
          <input className="input" value={query} onChange={(event) => setQuery(event.target.value)} />
        </Field>
        {!isNothing && <ProductPicker label={t('health.goldenProduct')} onPick={setPicked} />}
      </div>
      {!isNothing && product && <p className="small">{product.title}</p>}
      <div className="spread">
        <Check isChecked={isNothing} onChange={setNothing}>
          {t('health.goldenNothing')}
        </Check>
        <Button type="submit" disabled={!isWhole}>
          {t('common.toDraft')}
        </Button>
      </div>
    </form>
  )
}
