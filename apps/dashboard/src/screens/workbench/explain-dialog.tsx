import { useQuery } from '@tanstack/react-query'
import type { Explained, Explanation, PreviewAs, ProductId } from '@vitrine/client/admin'
import { useDraft } from '../../draft/draft.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useProductsById } from '../../products/use-products.ts'
import { useApi } from '../../session/session.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { en } from '../../messages/en.ts'
import { useWords, type WordKey, type Words } from '../../messages/messages.tsx'
import { useRuleNames } from '../rules/use-rule-names.ts'
import { COMPONENTS } from './score-bars.tsx'
import type { Place } from './use-preview.ts'

interface ExplainDialogProps {
  productId: ProductId
  place: Place
  as: PreviewAs
  onClose: () => void
}

export function ExplainDialog({ productId, place, as, onClose }: ExplainDialogProps) {
  const { t } = useWords()
  const api = useApi()
  const { patch } = useDraft()
  const request = { ...place, as, patch, product_id: productId }
  const explained = useQuery({ queryKey: [api.shop, 'explain', request], queryFn: () => api.explain(request) })
  const above = explained.data?.above?.product_id
  const products = useProductsById(above === undefined ? [productId] : [productId, above])
  const title = products.get(productId)?.title ?? String(productId)
  return (
    <Dialog title={t('explain.title', { title })} onClose={onClose}>
      <Loaded query={explained}>
        {(answer) => <Reason answer={answer} aboveTitle={products.get(above ?? 0)?.title ?? ''} />}
      </Loaded>
    </Dialog>
  )
}

function Reason({ answer, aboveTitle }: { answer: Explained; aboveTitle: string }) {
  const { t } = useWords()
  const nameOf = useRuleNames()
  const { rank, total, absent, distance, standing, above } = answer
  const reason = `explain.absent.${absent?.reason}`
  if (absent)
    return (
      <p>
        {t('explain.absent')}{' '}
        <strong>
          {reason in en
            ? t(reason as WordKey, { rule: nameOf(absent.rule), filters: absent.filters.join(', ') })
            : absent.detail}
        </strong>
      </p>
    )
  const own = standing?.explanation as unknown as Explanation
  return (
    <>
      <p>
        {t('explain.rank', { rank: rank ?? 0, total })}{' '}
        {distance && (
          <strong>
            {t('explain.above', {
              title: aboveTitle,
              reason: decidedBy(t, distance.decided_by),
            })}
          </strong>
        )}
      </p>
      {own.matched_words.length > 0 && (
        <p className="soft">
          {t('explain.found', {
            words: own.matched_words.map(({ found }) => found).join(', '),
            fields: own.matched_fields.join(', '),
          })}
        </p>
      )}
      {above && <Gaps own={own} above={above.explanation as unknown as Explanation} />}
    </>
  )
}

/** Reasons that this dashboard cannot translate, for example of a newer server, are shown as “other”. */
function decidedBy(t: Words['t'], reason: string): string {
  const key = `explain.by.${reason}`
  return t(key in en ? (key as WordKey) : 'explain.by.other')
}

function Gaps({ own, above }: { own: Explanation; above: Explanation }) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <DataTable
      caption={t('explain.gaps')}
      rows={COMPONENTS.filter((name) => own[`${name}_score`] != null || above[`${name}_score`] != null)}
      rowKey={(name) => name}
      columns={[
        { title: t('explain.component'), cell: (name) => t(`score.${name}`) },
        { title: t('explain.this'), number: true, cell: (name) => format.number(own[`${name}_score`], 3) },
        { title: t('explain.other'), number: true, cell: (name) => format.number(above[`${name}_score`], 3) },
      ]}
    />
  )
}
