import type { ReactNode } from 'react'
import { useWords } from '../messages/messages.tsx'

interface StatProps {
  label: string
  value: ReactNode
  /** Values of this period and the previous one; their difference is shown. */
  change?: [now: number | null | undefined, before: number | null | undefined]
  note?: ReactNode
}

export function Stat({ label, value, change, note }: StatProps) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd>{value}</dd>
      {change && (
        <dd className="note">
          <Delta now={change[0]} before={change[1]} />
        </dd>
      )}
      {note && <dd className="note">{note}</dd>}
    </div>
  )
}

function Delta({ now, before }: { now: number | null | undefined; before: number | null | undefined }) {
  const { t, language } = useWords()
  if (now == null || before == null || before === 0) return <>{t('stat.noComparison')}</>
  const share = now / before - 1
  const text = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  }).format(share)
  const direction = Math.round(share * 100) === 0 ? '' : share > 0 ? 'up' : 'down'
  return (
    <>
      <span className={`delta ${direction}`}>{text}</span> {t('stat.thanBefore')}
    </>
  )
}
