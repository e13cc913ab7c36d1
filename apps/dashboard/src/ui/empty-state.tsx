/** Nothing to show yet: says which event or field is missing, and how to send it. */
import type { ReactNode } from 'react'
import { Snippet } from './snippet.tsx'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  snippet?: string
  /** A way out of it. */
  action?: ReactNode
}

export function EmptyState({ title, children, snippet, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <h3>{title}</h3>
      {children && <p className="soft">{children}</p>}
      {snippet && <Snippet text={snippet} />}
      {action}
    </div>
  )
}
