import { Icon } from './icons.tsx'

export function Pages({ page, total, onChange }: { page: number; total: number; onChange: (page: number) => void }) {
  if (total < 2) return null
  return (
    <nav className="pages" aria-label="Pages">
      <button
        type="button"
        className="icon-button"
        aria-label="Previous page"
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
        aria-label="Next page"
        disabled={page >= total}
        onClick={() => onChange(page + 1)}
      >
        <Icon name="right" />
      </button>
    </nav>
  )
}
