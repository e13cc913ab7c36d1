import { type ReactNode, useEffect } from 'react'
import { Link } from '../router.ts'

interface PageProps {
  title: string
  about?: ReactNode
  up?: { to: string; label: string }
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, about, up, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Vitrine`
  }, [title])
  return (
    <div>
      <header className="page-head">
        <div className="grow">
          {up && (
            <div className="crumb">
              <Link to={up.to}>{up.label}</Link>
            </div>
          )}
          <h1>{title}</h1>
          {about && <p>{about}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface CardProps {
  title?: ReactNode
  about?: ReactNode
  actions?: ReactNode
  /** No padding, for tables and lists. */
  flush?: boolean
  className?: string
  children: ReactNode
}

export function Card({ title, about, actions, flush, className = '', children }: CardProps) {
  return (
    <section className={`card ${flush ? 'flush' : ''} ${className}`}>
      {(title || actions) && (
        <div className="card-head">
          <div>
            {title && <h2>{title}</h2>}
            {about && <p>{about}</p>}
          </div>
          {actions && <div className="row">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
