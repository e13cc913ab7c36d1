/** Live on the left, draft on the right; on a phone one of them at a time. */
import type { PreviewAs, ProductId, SearchSide } from '@vitrine/client/admin'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useMayEdit } from '../../session/session.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../words/words.tsx'
import { ExplainDialog } from './explain-dialog.tsx'
import { ResultRow } from './result-row.tsx'
import { RulePanel } from './rule-panel.tsx'
import { largestScores } from './score-bars.tsx'
import { usePlaceRule } from './use-place-rule.ts'
import { type Place, usePreview } from './use-preview.ts'

export function Compare({ place, as }: { place: Place; as: PreviewAs }) {
  const { t } = useWords()
  const preview = usePreview(place, as)
  const placeRule = usePlaceRule(place)
  const mayEdit = useMayEdit()
  const [side, setSide] = useState<'live' | 'draft'>('draft')
  const [explained, setExplained] = useState<ProductId | null>(null)
  return (
    <Loaded query={preview}>
      {({ live, draft, moves, rules }) => {
        const largest = largestScores([...live.products, ...draft.products].map(({ explanation }) => explanation))
        return (
          <>
            <div className="segmented only-narrow">
              {(['live', 'draft'] as const).map((one) => (
                <button key={one} type="button" aria-pressed={one === side} onClick={() => setSide(one)}>
                  {t(`workbench.${one}`)}
                </button>
              ))}
            </div>
            <div className="compare" data-side={side} aria-busy={preview.isFetching}>
              <Side title={t('workbench.live')} side={live} name="live">
                {live.products.map((product, index) => (
                  <ResultRow
                    key={product.product_id}
                    product={product}
                    rank={index + 1}
                    largest={largest}
                    onExplain={setExplained}
                  />
                ))}
              </Side>
              <Side title={t('workbench.draft')} side={draft} name="draft">
                {draft.products.map((product, index) => (
                  <ResultRow
                    key={product.product_id}
                    product={product}
                    rank={index + 1}
                    largest={largest}
                    move={moves.find((one) => one.product_id === product.product_id)}
                    placeRule={mayEdit ? placeRule : undefined}
                    onExplain={setExplained}
                  />
                ))}
              </Side>
            </div>
            <RulePanel placeRule={placeRule} place={place} touches={rules.draft} />
            {explained !== null && (
              <ExplainDialog productId={explained} place={place} as={as} onClose={() => setExplained(null)} />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

interface SideProps {
  title: string
  name: string
  side: SearchSide
  children: React.ReactNode
}

function Side({ title, name, side, children }: SideProps) {
  const { t, count } = useWords()
  const format = useFormat()
  const { total } = side.pagination
  const { corrected_query, relaxed, redirect } = side.search_metadata
  return (
    <Card flush className={name} title={title} about={count('workbench.found', total)}>
      {redirect && <p className="notice">{t('workbench.redirect', { url: redirect })}</p>}
      {corrected_query && <p className="notice">{t('workbench.corrected', { query: corrected_query })}</p>}
      {relaxed && <p className="notice">{t('workbench.relaxed')}</p>}
      {total === 0 ? (
        <EmptyState title={t('workbench.nothing')}>{t('workbench.nothingAbout')}</EmptyState>
      ) : (
        <ol className="results" aria-label={`${title}, ${format.number(total)}`}>
          {children}
        </ol>
      )}
    </Card>
  )
}
