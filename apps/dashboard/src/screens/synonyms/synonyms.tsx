/** Words that mean the same, and words that also find another. */
import { type FormEvent, useState } from 'react'
import { useDraft } from '../../draft/draft.tsx'
import { nameOf } from '../../draft/changes.ts'
import type { Json } from '../../draft/patch.ts'
import { Link, usePlace } from '../../router.tsx'
import { useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterBox } from '../../ui/filter-box.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { useWords } from '../../words/words.tsx'
import { readSynonym, type Synonym, synonymWords } from './synonym.ts'

export function Synonyms() {
  const { t, count } = useWords()
  const { config, live, edit } = useDraft()
  const mayEdit = useMayEdit()
  const [find, setFind] = useState('')
  const synonyms = config.search?.synonyms ?? []
  const published = new Set((live.search?.synonyms ?? []).map((one) => nameOf(one as Json)))
  const shown = synonyms.filter((one) =>
    nameOf(one as Json)
      .toLowerCase()
      .includes(find.trim().toLowerCase()),
  )
  const set = (next: Synonym[]) => edit({ search: { synonyms: next as Json } })
  return (
    <Page title={t('nav.synonyms')} about={t('synonyms.about')}>
      <div className="stack">
        {mayEdit && <NewSynonym onAdd={(added) => set([...synonyms, added])} />}
        <Card
          flush
          title={count('synonyms.groups', synonyms.length)}
          actions={<FilterBox value={find} onChange={setFind} />}
        >
          {synonyms.length === 0 ? (
            <EmptyState title={t('synonyms.none')}>{t('synonyms.noneAbout')}</EmptyState>
          ) : (
            <DataTable
              caption={t('nav.synonyms')}
              rows={shown}
              rowKey={(row) => nameOf(row as Json)}
              columns={[
                { title: t('synonyms.words'), cell: (row) => <Words synonym={row} /> },
                {
                  title: t('synonyms.kind'),
                  lessImportant: true,
                  cell: (row) => t(Array.isArray(row) ? 'synonyms.both' : 'synonyms.oneWay'),
                },
                {
                  title: t('common.state'),
                  untitled: true,
                  cell: (row) =>
                    published.has(nameOf(row as Json)) ? null : (
                      <span className="badge accent">{t('common.draft')}</span>
                    ),
                },
                {
                  title: t('common.actions'),
                  untitled: true,
                  number: true,
                  cell: (row) =>
                    mayEdit && (
                      <Button
                        small
                        kind="plain"
                        aria-label={t('common.removeNamed', { name: nameOf(row as Json) })}
                        onClick={() => set(synonyms.filter((one) => one !== row))}
                      >
                        {t('common.remove')}
                      </Button>
                    ),
                },
              ]}
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

function NewSynonym({ onAdd }: { onAdd: (synonym: Synonym) => void }) {
  const { t } = useWords()
  const { query } = usePlace()
  const [text, setText] = useState(query.get('q') ?? '')
  const synonym = readSynonym(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!synonym) return
    onAdd(synonym)
    setText('')
  }
  const [first] = synonym ? synonymWords(synonym) : []
  return (
    <Card title={t('synonyms.new')}>
      <form className="row" onSubmit={submit}>
        <label className="field grow">
          <span>{t('synonyms.words')}</span>
          <input
            className="input"
            value={text}
            placeholder="sofa, couch, settee"
            onChange={(event) => setText(event.target.value)}
          />
          <small>{t('synonyms.hint')}</small>
        </label>
        <Button kind="primary" type="submit" disabled={!synonym}>
          {t('synonyms.add')}
        </Button>
        {first && (
          <Link className="button" to={`/workbench?${new URLSearchParams({ q: first })}`}>
            {t('synonyms.try')}
          </Link>
        )}
      </form>
    </Card>
  )
}
