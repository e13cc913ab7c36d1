/** Shows the parts of a score. A full bar stands for the largest value of that part in the list. */
import type { Explanation } from '@vitrine/client/admin'
import { useFormat } from '../../format/use-format.ts'
import { useWords } from '../../messages/messages.tsx'

export const COMPONENTS = ['text', 'vector', 'popularity', 'click', 'personal'] as const

export type Largest = Record<(typeof COMPONENTS)[number], number>

export function largestScores(explanations: readonly (Explanation | undefined)[]): Largest {
  const of = (name: (typeof COMPONENTS)[number]) =>
    Math.max(0, ...explanations.map((one) => one?.[`${name}_score`] ?? 0))
  return Object.fromEntries(COMPONENTS.map((name) => [name, of(name)])) as Largest
}

export function ScoreBars({ explanation, largest }: { explanation: Explanation; largest: Largest }) {
  const { t } = useWords()
  const format = useFormat()
  const shown = COMPONENTS.flatMap((name) => {
    const value = explanation[`${name}_score`]
    return value == null ? [] : [{ name, value }]
  })
  return (
    <dl className="scores">
      {shown.map(({ name, value }) => (
        <div key={name} className={name} title={`${t(`score.${name}`)} ${format.number(value, 2)}`}>
          <dt>{t(`score.${name}`)}</dt>
          <dd>
            <span className="bar" aria-hidden="true">
              <span style={{ width: `${Math.max(0.02, largest[name] > 0 ? value / largest[name] : 0) * 100}%` }} />
            </span>
            <span className="hidden">{format.number(value, 2)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
