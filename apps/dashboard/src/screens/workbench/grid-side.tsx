import type { SearchSide, ServedContent } from '@vitrine/client/admin'
import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'

interface GridSideProps {
  title: string
  name: 'live' | 'draft'
  side: SearchSide
  children: ReactNode
}

export function GridSide({ title, name, side, children }: GridSideProps) {
  const { t, count } = useWords()
  const format = useFormat()
  const { total } = side.pagination
  const { corrected_query: corrected, relaxed, redirect, content } = side.search_metadata
  return (
    <Card flush className={name} title={title} about={count('workbench.found', total)}>
      {redirect && <p className="notice">{t('workbench.redirect', { url: redirect })}</p>}
      {corrected && <p className="notice">{t('workbench.corrected', { query: corrected })}</p>}
      {relaxed && <p className="notice">{t('workbench.relaxed')}</p>}
      {content.map((slot) => (
        <Banner key={`${slot.rule} ${slot.slot}`} content={slot} />
      ))}
      {total === 0 ? (
        <EmptyState title={t('workbench.nothing')}>{t('workbench.nothingAbout')}</EmptyState>
      ) : (
        <ol className="tiles" aria-label={`${title}, ${format.number(total)}`}>
          {children}
        </ol>
      )}
    </Card>
  )
}

export function Banner({ content }: { content: ServedContent }) {
  const { t } = useWords()
  return (
    <div className="slot">
      {content.image_url && <img src={content.image_url} alt="" loading="lazy" />}
      <div className="grow">
        <span className="badge accent">{t('workbench.slot', { slot: content.slot })}</span>
        {content.title && <strong>{content.title}</strong>}
        {content.text && <span className="soft small">{content.text}</span>}
      </div>
    </div>
  )
}
