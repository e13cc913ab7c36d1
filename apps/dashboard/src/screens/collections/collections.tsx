/** Collections as shoppers browse them: what is pinned, what stands there by itself, and the same means as for a search. */
import type { PreviewAs, ShopConfigInput } from '@vitrine/client/admin'
import { useState } from 'react'
import { useDraft } from '../../draft/draft.tsx'
import { small } from '../../products/product-name.tsx'
import { Link, path, usePlace } from '../../router.tsx'
import { FilterBox } from '../../ui/filter-box.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useWords } from '../../words/words.tsx'
import { ruleFor } from '../rules/rule.ts'
import { Compare } from '../workbench/compare.tsx'
import { ViewAs } from '../workbench/view-as.tsx'

type Collection = NonNullable<ShopConfigInput['collections']>[number]

export function Collections() {
  const { config } = useDraft()
  const handle = usePlace().parts[1]
  const collections = config.collections ?? []
  const chosen = collections.find((one) => one.handle === handle)
  return chosen ? <CollectionPage collection={chosen} /> : <CollectionList collections={collections} />
}

function CollectionList({ collections }: { collections: Collection[] }) {
  const { t, count } = useWords()
  const { config, live } = useDraft()
  const [find, setFind] = useState('')
  const wanted = find.trim().toLowerCase()
  const pinsOf = ({ handle }: Collection) =>
    ruleFor({ query: '', collection: handle }, config.search?.rules ?? [], live.search?.rules ?? []).pin?.length ?? 0
  return (
    <Page title={t('nav.collections')} about={t('collections.about')}>
      <Card
        flush
        title={count('collections.count', collections.length)}
        actions={<FilterBox value={find} onChange={setFind} />}
      >
        {collections.length === 0 ? (
          <EmptyState title={t('collections.none')}>{t('collections.noneAbout')}</EmptyState>
        ) : (
          <DataTable
            caption={t('nav.collections')}
            rows={collections.filter(({ title }) => title.toLowerCase().includes(wanted))}
            rowKey={(collection) => collection.id}
            columns={[
              {
                title: t('collections.title'),
                cell: (collection) => (
                  <Link className="product-cell" to={path('collections', collection.handle)}>
                    {collection.image ? (
                      <img className="thumb" src={small(collection.image)} alt="" loading="lazy" />
                    ) : (
                      <span className="thumb" />
                    )}
                    {collection.title}
                  </Link>
                ),
              },
              {
                title: t('collections.kind'),
                lessImportant: true,
                cell: (collection) =>
                  collection.rules?.length
                    ? t('collections.automatic', { rules: collection.rules.map(describe).join(', ') })
                    : count('workbench.found', collection.product_ids?.length ?? 0),
              },
              {
                title: t('rules.pinned'),
                number: true,
                cell: (collection) => pinsOf(collection) || <span className="soft">–</span>,
              },
            ]}
          />
        )}
      </Card>
    </Page>
  )
}

function describe({ column, relation, condition }: NonNullable<Collection['rules']>[number]): string {
  return `${column} ${relation.replaceAll('_', ' ')} ${condition}`
}

function CollectionPage({ collection }: { collection: Collection }) {
  const { t } = useWords()
  const [as, setAs] = useState<PreviewAs>({})
  return (
    <Page
      title={collection.title}
      up={{ to: '/collections', label: t('nav.collections') }}
      about={t('collections.pageAbout')}
    >
      <div className="stack">
        <Card>
          <ViewAs as={as} onChange={setAs} />
        </Card>
        <Compare place={{ query: '', collection: collection.handle }} as={as} />
      </div>
    </Page>
  )
}
