import { useState } from 'react'
import { useDraft } from '../../draft/draft.tsx'
import { nameOf } from '../../draft/changes.ts'
import type { Json } from '../../draft/patch.ts'
import { useMayEdit } from '../../session/session.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EditButtons } from '../../ui/edit-buttons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterBox } from '../../ui/filter-box.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'
import type { Synonym } from './synonym.ts'
import { SynonymForm } from './synonym-form.tsx'

const keyOf = (synonym: Synonym) => nameOf(synonym as Json)

export function Synonyms() {
  const { t, count } = useWords()
  const { config, live, edit } = useDraft()
  const mayEdit = useMayEdit()
  const [find, setFind] = useState('')
  const [edited, setEdited] = useState<Synonym | null>(null)
  const synonyms = config.search?.synonyms ?? []
  const published = new Set((live.search?.synonyms ?? []).map(keyOf))
  const shown = synonyms.filter((one) => keyOf(one).toLowerCase().includes(find.trim().toLowerCase()))
  const set = (next: Synonym[]) => {
    edit({ search: { synonyms: next as Json } })
    setEdited(null)
  }
  const withOne = (saved: Synonym) =>
    edited ? synonyms.map((one) => (one === edited ? saved : one)) : [...synonyms, saved]
  return (
    <Page title={t('nav.synonyms')} about={t('synonyms.about')}>
      <div className="stack">
        {mayEdit && (
          <SynonymForm
            key={edited ? keyOf(edited) : ''}
            edited={edited}
            synonymsWith={withOne}
            onSave={(saved) => set(withOne(saved))}
            onCancel={() => setEdited(null)}
          />
        )}
        <Card
          flush
          title={count('synonyms.groups', synonyms.length)}
          actions={<FilterBox value={find} onChange={setFind} />}
        >
          {synonyms.length === 0 ? (
            <EmptyState title={t('synonyms.none')} link={{ to: '/searches?tab=lost', label: t('searches.tab.lost') }}>
              {t('synonyms.noneAbout')}
            </EmptyState>
          ) : (
            <DataTable
              caption={t('nav.synonyms')}
              rows={shown}
              rowKey={keyOf}
              columns={[
                { title: t('synonyms.words'), cell: (synonym) => <Words synonym={synonym} /> },
                {
                  title: t('synonyms.kind'),
                  lessImportant: true,
                  cell: (synonym) => t(Array.isArray(synonym) ? 'synonyms.both' : 'synonyms.oneWay'),
                },
                {
                  title: t('common.state'),
                  untitled: true,
                  cell: (row) =>
                    published.has(keyOf(row)) ? null : <span className="badge accent">{t('common.draft')}</span>,
                },
              ]}
              actions={(row) =>
                mayEdit && (
                  <EditButtons
                    name={keyOf(row)}
                    onEdit={() => setEdited(row)}
                    onRemove={() => set(synonyms.filter((one) => one !== row))}
                  />
                )
              }
            />
          )}
        </Card>
      </div>
    </Page>
  )
}

function Words({ synonym }: { synonym: Synonym }) {
  if (Array.isArray(synonym)) return <>{synonym.join(' = ')}</>
  return (
    <>
      {synonym.from} <span aria-hidden="true">→</span> {[synonym.to].flat().join(', ')}
    </>
  )
}
