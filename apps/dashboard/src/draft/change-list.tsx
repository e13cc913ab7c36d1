import type { ProductId } from '@vitrine/client/admin'
import { useFormat } from '../format/use-format.ts'
import { useWords } from '../messages/messages.tsx'
import { useProductsById } from '../products/use-products.ts'
import type { Change } from './changes.ts'
import { nameOfChange } from './describe-changes.ts'
import { useDraft } from './draft.tsx'
import { productsIn, settingLines, settingName } from './setting-words.ts'

interface ChangeListProps {
  changes: readonly Change[]
  titles?: [string, string]
}

export function ChangeList({ changes, titles }: ChangeListProps) {
  const { t, count } = useWords()
  const { config } = useDraft()
  const { dateTime } = useFormat()
  const products = useProductsById(changes.flatMap(({ before, after }) => productsIn([before ?? null, after ?? null])))
  const words = { t, count, config, dateTime, titleOf: (id: ProductId) => products.get(id)?.title }
  if (changes.length === 0) return <p className="soft">{t('draft.none')}</p>
  return (
    <ul className="changes">
      {changes.map((change) => (
        <li key={change.path.join('/')}>
          <h3>
            <span className="soft">{settingName(change.path.at(-2) ?? '', words)} ›</span> {nameOfChange(change, t)}{' '}
            <span className={`badge ${kindOf(change)[1]}`}>{t(`draft.kind.${kindOf(change)[0]}`)}</span>
          </h3>
          <div className="before-after">
            {(['before', 'after'] as const).map((side, at) => {
              const value = change[side]
              return (
                value !== undefined && (
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
                  <section key={side} className={side} aria-label={titles?.[at] ?? t(`draft.${side}`)} tabIndex={0}>
                    {titles && <strong className="small">{titles[at]}</strong>}
                    {settingLines(value, words).map((line) => (
                      <p key={line}>{line}</p>
                    ))}
                  </section>
                )
              )
            })}
          </div>
        </li>
      ))}
    </ul>
  )
}

function kindOf({ before, after }: Change): ['added' | 'removed' | 'changed', string] {
  if (before === undefined) return ['added', 'good']
  return after === undefined ? ['removed', 'bad'] : ['changed', 'accent']
}
