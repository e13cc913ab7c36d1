import { useQuery } from '@tanstack/react-query'
import type { AdminProduct, ProductId } from '@vitrine/client/admin'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useDraft } from '../../draft/draft.tsx'
import { useFormat } from '../../format/use-format.ts'
import { ownIdOf } from '../../products/own-id.ts'
import { Link, path } from '../../router.ts'
import { useApi } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'
import { Actions, Condition } from '../rules/rules.tsx'
import { ExplainDialog } from '../workbench/explain-dialog.tsx'

export function ProductPage({ id }: { id: number }) {
  const { t } = useWords()
  const api = useApi()
  const product = useQuery({ queryKey: [api.shop, 'product', id], queryFn: () => api.product(id) })
  return (
    <Page
      title={product.data?.title ?? String(id)}
      up={{ to: '/catalog', label: t('nav.catalog') }}
      about={product.data?.product_type}
    >
      <Loaded query={product}>
        {(found) => (
          <div className="stack">
            {found.status !== 'active' && (
              <p className="notice">{t(found.status === 'archived' ? 'catalog.archived' : 'catalog.isDraft')}</p>
            )}
            <Facts product={found} />
            <Variants product={found} />
            <InSearch id={ownIdOf(found)} />
            <Places ids={[found.id, ownIdOf(found)]} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Facts({ product }: { product: AdminProduct }) {
  const { t } = useWords()
  const picture = product.images[0]?.src
  const { member_of: memberOf = [] } = product
  const memberships = memberOf.length > 0 ? <Memberships of={memberOf} /> : t('catalog.noCollection')
  const facts: [label: string, value: ReactNode][] = [
    [t('catalog.status'), t(`catalog.status.${product.status}`)],
    [t('rules.attribute.vendor'), product.vendor],
    [t('rules.attribute.product_type'), product.product_type],
    [t('rules.attribute.tag'), product.tags],
    [t('nav.collections'), memberships],
    [t('catalog.handle'), product.handle],
  ]
  return (
    <Card>
      <div className="facts">
        {picture && <img src={picture} alt={product.images[0]?.alt ?? ''} />}
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || <span className="badge warn">{t('events.missing')}</span>}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  )
}

function Memberships({ of }: { of: NonNullable<AdminProduct['member_of']> }) {
  const { collections = [] } = useDraft().config
  const known = new Set(collections.map(({ handle }) => handle))
  return of.map(({ handle, title }, index) => (
    <span key={handle}>
      {index > 0 && ', '}
      {known.has(handle) ? <Link to={path('collections', handle)}>{title}</Link> : title}
    </span>
  ))
}

function Variants({ product }: { product: AdminProduct }) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <Card flush title={t('catalog.variants')}>
      <DataTable
        caption={t('catalog.variants')}
        rows={product.variants}
        rowKey={(variant) => variant.id}
        columns={[
          { title: t('facets.title'), cell: (variant) => variant.title },
          { title: 'SKU', lessImportant: true, cell: (variant) => <code>{variant.sku}</code> },
          { title: t('catalog.price'), number: true, cell: (variant) => format.money(Number(variant.price)) },
          { title: t('catalog.stock'), number: true, cell: (variant) => format.number(variant.inventory_quantity) },
        ]}
      />
    </Card>
  )
}

function InSearch({ id }: { id: ProductId }) {
  const { t } = useWords()
  const [query, setQuery] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setQuery(String(new FormData(event.currentTarget).get('q')).trim() || null)
  }
  return (
    <Card title={t('catalog.inSearch')} about={t('catalog.inSearchAbout')}>
      <form className="row" onSubmit={submit}>
        <input className="input grow" type="search" name="q" aria-label={t('table.query')} required />
        <Button type="submit">{t('catalog.whereIsIt')}</Button>
      </form>
      {query !== null && <ExplainDialog productId={id} place={{ query }} as={{}} onClose={() => setQuery(null)} />}
    </Card>
  )
}

function Places({ ids }: { ids: readonly ProductId[] }) {
  const { t } = useWords()
  const { config } = useDraft()
  const rules = (config.search?.rules ?? []).filter(({ pin = [], hide = [] }) =>
    [...hide, ...pin.map((one) => one.product_id)].some((id) => ids.includes(id)),
  )
  if (rules.length === 0) return null
  return (
    <Card title={t('catalog.inRules')}>
      <ul className="plain-list">
        {rules.map((rule) => (
          <li key={rule.id}>
            <Condition rule={rule} />: <Actions rule={rule} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
