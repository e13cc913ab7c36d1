import { useWords } from '../messages/messages.tsx'

/** Placeholder in the shape of the content, so that the layout does not jump when data arrives. */
export type SkeletonShape = 'lines' | 'figures' | 'grid'

const PIECES: Record<SkeletonShape, number> = { lines: 4, figures: 5, grid: 12 }

export function Skeleton({ shape = 'lines', text }: { shape?: SkeletonShape; text?: string }) {
  const { t } = useWords()
  return (
    <div className="loading" role="status">
      <span className={text ? 'small soft' : 'hidden'}>{text ?? t('common.loading')}</span>
      <div className={`skeleton ${shape}`} aria-hidden="true">
        {Array.from({ length: PIECES[shape] }, (_, piece) => `piece ${piece}`).map((piece) => (
          <i key={piece} />
        ))}
      </div>
    </div>
  )
}
