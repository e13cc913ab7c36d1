/** What a product's place is made of. Each component goes from 0 to 1. */
import type { Explanation } from '@vitrine/client/admin'
import { useFormat } from '../../format/use-format.ts'
import { useWords } from '../../words/words.tsx'

const COMPONENTS = ['text', 'vector', 'popularity', 'personal'] as const

export function ScoreBars({ explanation }: { explanation: Explanation }) {
  const { t } = useWords()
  const format = useFormat()
  const shown = COMPONENTS.flatMap((name) => {
    const value = explanation[`${name}_score`]
    return value == null ? [] : [{ name, value }]
  })
  return (
    <dl className="scores">
      {shown.map(({ name, value }) => (
        <div key={name} className={name} title={`${t(`score.${name}`)} ${format.percent(value)}`}>
          <dt>{t(`score.${name}`)}</dt>
          <dd>
            <span className="bar" aria-hidden="true">
              <span style={{ width: `${Math.min(1, Math.max(0.02, value)) * 100}%` }} />
            </span>
            <span className="hidden">{format.percent(value)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
