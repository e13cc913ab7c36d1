import { useWords } from '../messages/messages.tsx'

export function FilterBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useWords()
  return (
    <input
      className="input"
      type="search"
      aria-label={t('common.filter')}
      placeholder={t('common.filter')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
