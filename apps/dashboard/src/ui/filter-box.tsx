import { useWords } from '../words/words.tsx'

/** Text box that filters the list below it as the user types. */
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
