/** Says which event or field is missing, and how to send it. */
import type { ReactNode } from 'react'
import { Link } from '../router.ts'
import { CodeSnippet } from './code-snippet.tsx'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  snippet?: string
  /** Leads to a screen where the missing data can be entered. */
  link?: { to: string; label: string } | false | undefined
}

export function EmptyState({ title, children, snippet, link }: EmptyStateProps) {
  return (
    <div className="empty">
      <h3>{title}</h3>
      {children && <p className="soft">{children}</p>}
      {snippet && <CodeSnippet text={snippet} />}
      {link && (
        <Link className="button primary" to={link.to}>
          {link.label}
        </Link>
      )}
    </div>
  )
}
