/** Edits one group of synonyms, and shows what its first word finds before and after the edit. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { small } from '../../products/product-name.tsx'
import { usePlace } from '../../router.ts'
import { useApi } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'
import { readSynonym, type Synonym, synonymWords, writeSynonym } from './synonym.ts'

interface SynonymFormProps {
  /** Null for a new group. */
  edited: Synonym | null
  synonymsWith: (synonym: Synonym) => Synonym[]
  onSave: (synonym: Synonym) => void
  onCancel: () => void
}

export function SynonymForm({ edited, synonymsWith, onSave, onCancel }: SynonymFormProps) {
  const { t } = useWords()
  const { query } = usePlace()
  const [text, setText] = useState(edited ? writeSynonym(edited) : (query.get('q') ?? ''))
  const input = useRef<HTMLInputElement>(null)
  const synonym = readSynonym(text)
  useEffect(() => {
    if (edited) input.current?.focus()
  }, [edited])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!synonym) return
    onSave(synonym)
    setText('')
  }
  return (
    <Card title={t(edited ? 'synonyms.edit' : 'synonyms.new')}>
      <form className="row from-top" onSubmit={submit}>
        <label className="field grow">
          <span>{t('synonyms.words')}</span>
          <input
            ref={input}
            className="input"
            value={text}
            placeholder="sofa, couch, settee"
            onChange={(event) => setText(event.target.value)}
          />
          <small>{t('synonyms.hint')}</small>
        </label>
        {edited && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
        <Button kind="primary" type="submit" disabled={!synonym}>
          {t(edited ? 'common.toDraft' : 'synonyms.add')}
        </Button>
      </form>
      {synonym && <FoundWith word={synonymWords(synonym)[0]!} synonyms={synonymsWith(synonym)} />}
    </Card>
  )
}

const SHOWN = 6

function FoundWith({ word, synonyms }: { word: string; synonyms: Synonym[] }) {
  const { t, count } = useWords()
  const api = useApi()
  const request = { query: word, pagination: { limit: SHOWN }, patch: { search: { synonyms } } }
  const { data } = useQuery({
    queryKey: [api.shop, 'preview', request],
    queryFn: ({ signal }) => api.previewSearch(request, signal),
    placeholderData: keepPreviousData,
  })
  if (!data) return null
  const found = (side: 'live' | 'draft') => count('workbench.found', data[side].pagination.total)
  return (
    <div role="status">
      <p className="small">{t('synonyms.finds', { word, before: found('live'), after: found('draft') })}</p>
      <div className="shelf">
        {data.draft.products.map(({ product_id: id, title, image }) => (
          <span key={id} className="small">
            {image.url ? <img src={small(image.url)} alt="" /> : <span className="thumb" />}
            <span>{title}</span>
          </span>
        ))}
      </div>
    </div>
  )
}
