import type { PreviewAs } from '@vitrine/client/admin'
import { useState } from 'react'
import { useDraft } from '../../draft/draft.tsx'
import type { Json } from '../../draft/patch.ts'
import { small } from '../../products/product-name.tsx'
import { Link, navigate, path, usePlace } from '../../router.ts'
import { useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterBox } from '../../ui/filter-box.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useWords } from '../../messages/messages.tsx'
import { ruleFor } from '../rules/rule.ts'
import { Compare } from '../workbench/compare.tsx'
import { ViewAs } from '../workbench/view-as.tsx'
import { type Collection, describeRule, newCollection } from './collection.ts'
import { CollectionDialog } from './collection-dialog.tsx'

export function Collections() {
  const { config } = useDraft()
  const handle = usePlace().parts[1]
  const collections = config.collections ?? []
  const chosen = collections.find((one) => one.handle === handle)
  return chosen ? <CollectionPage collection={chosen} /> : <CollectionList collections={collections} />
}

function CollectionList({ collections }: { collections: Collection[] }) {
  const words = useWords()
  const { t, count } = words
  const { config, live, edit } = useDraft()
  const mayEdit = useMayEdit()
  const [added, setAdded] = useState<Collection | null>(null)
  const [find, setFind] = useState('')
  const wanted = find.trim().toLowerCase()
  const pinsOf = ({ handle }: Collection) =>
    ruleFor({ query: '', collection: handle }, config.search?.rules ?? [], live.search?.rules ?? []).pin?.length ?? 0
  return (
    <Page
      title={t('nav.collections')}
      about={t('collections.about')}
      actions={
        mayEdit && (
          <Button icon="plus" kind="primary" onClick={() => setAdded(newCollection(collections))}>
            {t('collections.new')}
          </Button>
        )
      }
    >
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
                    ? t('collections.automatic', {
                        rules: collection.rules.map((rule) => describeRule(words, rule)).join(', '),
                      })
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
      {added && (
        <CollectionDialog
          collection={added}
          isNew
          onClose={() => setAdded(null)}
          onSave={(collection) => {
            edit({ collections: [...collections, collection] as Json })
            setAdded(null)
          }}
        />
      )}
    </Page>
  )
}

function CollectionPage({ collection }: { collection: Collection }) {
  const { t } = useWords()
  const { config, live, edit } = useDraft()
  const mayEdit = useMayEdit()
  const [as, setAs] = useState<PreviewAs>({})
  const [isEditing, setEditing] = useState(false)
  const all = config.collections ?? []
  const isLive = live.collections?.some(({ handle }) => handle === collection.handle) ?? false
  const remove = () => {
    if (!confirm(t('collections.confirmRemove', { title: collection.title }))) return
    edit({ collections: all.filter(({ id }) => id !== collection.id) as Json })
    navigate('/collections')
  }
  return (
    <Page
      title={collection.title}
      up={{ to: '/collections', label: t('nav.collections') }}
      about={t('collections.pageAbout')}
      actions={
        mayEdit && (
          <>
            <Button onClick={remove}>{t('common.remove')}</Button>
            <Button onClick={() => setEditing(true)}>{t('common.edit')}</Button>
          </>
        )
      }
    >
      {isLive ? (
        <div className="stack">
          <Card>
            <ViewAs as={as} onChange={setAs} />
          </Card>
          <Compare place={{ query: '', collection: collection.handle }} as={as} />
        </div>
      ) : (
        <p className="notice">{t('collections.notYet')}</p>
      )}
      {isEditing && (
        <CollectionDialog
          collection={collection}
          isNew={false}
          onClose={() => setEditing(false)}
          onSave={(next) => {
            edit({ collections: all.map((one) => (one.id === next.id ? next : one)) as Json })
            setEditing(false)
          }}
        />
      )}
    </Page>
  )
}
