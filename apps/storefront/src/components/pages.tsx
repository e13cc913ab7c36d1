import { useWords } from '../shop/words.ts'
import { Icon } from './icons.tsx'

export function Pages({ page, total, onChange }: { page: number; total: number; onChange: (page: number) => void }) {
  const words = useWords()
  if (total < 2) return null
  return (
    <nav className="pages" aria-label={words.pages}>
      <button
        type="button"
        className="icon-button"
        aria-label={words.previousPage}
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <Icon name="left" />
      </button>
      <span>
        {page} / {total}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={words.nextPage}
        disabled={page >= total}
        onClick={() => onChange(page + 1)}
      >
        <Icon name="right" />
      </button>
    </nav>
  )
}
