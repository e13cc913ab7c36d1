/** Words that mean the same, and words that also find another. */
import { type FormEvent, useState } from 'react'
import { useDraft } from '../../draft/draft.tsx'
import { nameOf } from '../../draft/changes.ts'
import type { Json } from '../../draft/patch.ts'
import { Link, usePlace } from '../../router.tsx'
import { useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterBox } from '../../ui/filter-box.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { useWords } from '../../words/words.tsx'
import {
  type PlacedSynonym,
  readSynonym,
  type Synonym,
  synonymWords,
  variantSynonyms,
  withVariantSynonyms,
} from './synonym.ts'

export function Synonyms() {
  const { t, count } = useWords()
  const { config, live, edit } = useDraft()
  const mayEdit = useMayEdit()
  const [find, setFind] = useState('')
  const synonyms = config.search?.synonyms ?? []
  const experiences = config.experiences ?? []
  const all: PlacedSynonym[] = [
    ...synonyms.map((synonym) => ({ synonym, variant: null })),
    ...variantSynonyms(experiences),
  ]
  const published = new Set([
    ...(live.search?.synonyms ?? []).map((synonym) => keyOf({ synonym, variant: null })),
    ...variantSynonyms(live.experiences ?? []).map(keyOf),
  ])
  const shown = all.filter((one) => keyOf(one).toLowerCase().includes(find.trim().toLowerCase()))
  const change = (variant: string | null, of: (synonyms: Synonym[]) => Synonym[]) =>
    edit(
      variant === null
        ? { search: { synonyms: of(synonyms) as Json } }
        : { experiences: withVariantSynonyms(experiences, variant, of) as Json },
    )
  return (
    <Page title={t('nav.synonyms')} about={t('synonyms.about')}>
      <div className="stack">
        {mayEdit && <NewSynonym onAdd={(added, variant) => change(variant, (before) => [...before, added])} />}
        <Card
          flush
          title={count('synonyms.groups', all.length)}
          actions={<FilterBox value={find} onChange={setFind} />}
        >
          {all.length === 0 ? (
            <EmptyState title={t('synonyms.none')}>{t('synonyms.noneAbout')}</EmptyState>
          ) : (
            <DataTable
              caption={t('nav.synonyms')}
              rows={shown}
              rowKey={keyOf}
              columns={[
                { title: t('synonyms.words'), cell: ({ synonym }) => <Words synonym={synonym} /> },
                {
                  title: t('synonyms.kind'),
                  lessImportant: true,
                  cell: ({ synonym, variant }) => (
                    <>
                      {t(Array.isArray(synonym) ? 'synonyms.both' : 'synonyms.oneWay')}
                      {variant && <span className="badge">{t('synonyms.onlyIn', { variant })}</span>}
                    </>
                  ),
                },
                {
                  title: t('common.state'),
                  untitled: true,
                  cell: (row) =>
                    published.has(keyOf(row)) ? null : <span className="badge accent">{t('common.draft')}</span>,
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
                        aria-label={t('common.removeNamed', { name: nameOf(row.synonym as Json) })}
                        onClick={() => change(row.variant, (before) => before.filter((one) => one !== row.synonym))}
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

const keyOf = ({ synonym, variant }: PlacedSynonym) => `${nameOf(synonym as Json)}${variant ? ` (${variant})` : ''}`

function Words({ synonym }: { synonym: Synonym }) {
  if (Array.isArray(synonym)) return <>{synonym.join(' = ')}</>
  return (
    <>
      {synonym.from} <span aria-hidden="true">→</span> {[synonym.to].flat().join(', ')}
    </>
  )
}

function NewSynonym({ onAdd }: { onAdd: (synonym: Synonym, variant: string | null) => void }) {
  const { t } = useWords()
  const { query } = usePlace()
  const [text, setText] = useState(query.get('q') ?? '')
  const synonym = readSynonym(text)
  const { config } = useDraft()
  const [variant, setVariant] = useState('')
  const variants = (config.experiences ?? []).flatMap(({ id, name, variants: keys }) =>
    keys.map(({ key }) => ({ value: `${id}=${key}`, label: `${name}: ${key}` })),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!synonym) return
    onAdd(synonym, variant || null)
    setText('')
  }
  const [first] = synonym ? synonymWords(synonym) : []
  return (
    <Card title={t('synonyms.new')}>
      <form className="row from-top" onSubmit={submit}>
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
        {variants.length > 0 && (
          <Choice
            label={t('synonyms.where')}
            none={t('synonyms.everywhere')}
            value={variant}
            options={variants}
            onChange={setVariant}
          />
        )}
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
