/** Previews the first products with the rule applied, and its banners. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDraft } from '../../draft/draft.tsx'
import { small } from '../../products/product-name.tsx'
import { useApi } from '../../session/session.tsx'
import { Fault } from '../../ui/loaded.tsx'
import { useWords } from '../../messages/messages.tsx'
import { Banner } from '../workbench/grid-side.tsx'
import { doesAnything, type Rule, tidied, withRule } from './rule.ts'

const SHOWN = 8

export function RulePreview({ rule }: { rule: Rule }) {
  const { t, count } = useWords()
  const api = useApi()
  const { config } = useDraft()
  const { query = '', collection } = rule.when
  // The preview ignores the rule's dates and audience, so that the effect can be seen now.
  const shown = tidied({ ...rule, when: { query: query || undefined, collection }, starts_at: null, ends_at: null })
  const request = {
    query,
    ...(collection === undefined ? {} : { collection }),
    pagination: { limit: SHOWN },
    patch: { search: { rules: withRule(config.search?.rules ?? [], shown) } },
  }
  const preview = useQuery({
    queryKey: [api.shop, 'preview', request],
    queryFn: ({ signal }) => api.previewSearch(request, signal),
    enabled: (query !== '' || collection !== undefined) && doesAnything(rule),
    placeholderData: keepPreviousData,
  })
  if (preview.isError) return <Fault text={preview.error.message} />
  if (!preview.data) return null
  const { draft } = preview.data
  return (
    <section className="target" aria-label={t('workbench.draft')} aria-busy={preview.isFetching}>
      <p className="soft small">{count('workbench.found', draft.pagination.total)}</p>
      {draft.search_metadata.content.map((content) => (
        <Banner key={`${content.rule} ${content.slot}`} content={content} />
      ))}
      <div className="shelf">
        {draft.products.map(({ product_id: id, title, image }) => (
          <span key={id} className="small">
            {image.url ? <img src={small(image.url)} alt="" /> : <span className="thumb" />}
            <span>{title}</span>
          </span>
        ))}
      </div>
    </section>
  )
}
