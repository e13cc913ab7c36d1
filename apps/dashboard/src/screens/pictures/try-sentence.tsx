import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useWords } from '../../messages/messages.tsx'
import { FoundShelf } from './found-shelf.tsx'

const SHOWN = 12

export function TrySentence() {
  const { t } = useWords()
  const format = useFormat()
  const api = useApi()
  const [query, setQuery] = useState('')
  const found = useQuery({
    queryKey: [api.shop, 'try-sentence', query],
    queryFn: ({ signal }) => api.previewSearch({ query, explain: true, pagination: { limit: SHOWN } }, signal),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setQuery(String(new FormData(event.currentTarget).get('q')).trim())
  }
  const noteOf = (score: number | null | undefined) =>
    score == null ? t('pictures.byWords') : t('pictures.near', { share: format.percent(score) })
  return (
    <div className="stack-s">
      <form className="row" onSubmit={submit}>
        <input
          className="input grow"
          name="q"
          type="search"
          required
          aria-label={t('pictures.sentence')}
          placeholder={t('pictures.sentencePlaceholder')}
        />
        <Button kind="primary" type="submit">
          {t('workbench.show')}
        </Button>
      </form>
      {query !== '' && (
        <Loaded query={found} shape="grid">
          {({ live: { products, search_metadata: metadata } }) => (
            <>
              {metadata.understood.length > 0 && (
                <p className="row small">
                  <span className="soft">{t('pictures.understood')}</span>
                  {metadata.understood.map(({ label, text }) => (
                    <span key={label ?? text} className="badge accent">
                      {label ?? text}
                    </span>
                  ))}
                </p>
              )}
              <FoundShelf
                products={products.map(({ product_id, title, image, explanation }) => ({
                  product_id,
                  title,
                  picture: image.url,
                  note: noteOf(explanation?.vector_score),
                }))}
              />
            </>
          )}
        </Loaded>
      )}
    </div>
  )
}
