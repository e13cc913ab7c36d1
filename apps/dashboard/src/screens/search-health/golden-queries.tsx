/** Golden queries say what a search must show. They are checked for every draft, and every night for the live shop. */
import type { ProductId, SearchHealthAnswer } from '@vitrine/client/admin'
import { type FormEvent, useState } from 'react'
import { useDraft } from '../../draft/draft.tsx'
import type { Json } from '../../draft/patch.ts'
import { useWords } from '../../messages/messages.tsx'
import { ProductPicker } from '../../products/product-list.tsx'
import { useProductsById } from '../../products/use-products.ts'
import { ValueField } from '../../products/value-field.tsx'
import { useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice, Field, NumberField } from '../../ui/field.tsx'
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
      {expected.length === 0 && <p className="soft">{t('health.goldenNone')}</p>}
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

const KINDS = ['product', 'type', 'nothing'] as const
type Kind = (typeof KINDS)[number]
const KIND_NAMES = {
  product: 'health.goldenIsProduct',
  type: 'health.goldenIsType',
  nothing: 'health.goldenIsNothing',
} as const

interface Expectation {
  query: string
  kind: Kind
  productId: ProductId | null
  type: string
  within: number | undefined
}

const NEW: Expectation = { query: '', kind: 'product', productId: null, type: '', within: FIRST }

function NewExpectation({ onAdd }: { onAdd: (one: GoldenQuery) => void }) {
  const { t } = useWords()
  const [told, setTold] = useState(NEW)
  const tell = (more: Partial<Expectation>) => setTold({ ...told, ...more })
  const product = useProductsById(told.productId === null ? [] : [told.productId]).get(told.productId ?? '')
  const golden = goldenOf(told, product?.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!golden) return
    onAdd(golden)
    setTold(NEW)
  }
  return (
    <form className="stack-s" onSubmit={submit}>
      <div className="fields">
        <Field label={t('health.goldenQuery')}>
          <input className="input" value={told.query} onChange={(event) => tell({ query: event.target.value })} />
        </Field>
        <Choice
          label={t('health.goldenExpected')}
          value={told.kind}
          options={KINDS.map((value) => ({ value, label: t(KIND_NAMES[value]) }))}
          onChange={(kind) => tell({ kind, productId: null, type: '' })}
        />
        {told.kind === 'product' && (
          <ProductPicker label={t('health.goldenProduct')} onPick={(productId) => tell({ productId })} />
        )}
        {told.kind === 'type' && (
          <ValueField
            label={t('health.goldenType')}
            attribute="product_type"
            required={false}
            value={told.type}
            onChange={(type) => tell({ type })}
          />
        )}
        {told.kind !== 'nothing' && (
          <NumberField
            label={t('health.goldenWithin')}
            min={1}
            max={100}
            step={1}
            value={told.within}
            onChange={(within) => tell({ within })}
          />
        )}
      </div>
      {product && <p className="small">{product.title}</p>}
      <div className="row">
        <Button type="submit" disabled={!golden}>
          {t('common.toDraft')}
        </Button>
      </div>
    </form>
  )
}

/** Returns undefined while the form is incomplete. */
function goldenOf({ query, kind, type, within = FIRST }: Expectation, productId?: number): GoldenQuery | undefined {
  const asked = query.trim()
  if (asked === '') return undefined
  if (kind === 'nothing') return { query: asked, shows: 'nothing' }
  const first = within === FIRST ? {} : { within }
  if (kind === 'type') return type.trim() === '' ? undefined : { query: asked, product_type: type.trim(), ...first }
  return productId === undefined ? undefined : { query: asked, product_id: productId, ...first }
}
