/** Routes below /demo. The URL contains the state, so that the back button and shared links work. */
import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'

const BASE = '/demo'

export interface Place {
  /** Segments of the path below the base: ['products', '12', 'linen-shirt']. */
  parts: string[]
  query: URLSearchParams
  key: string
}

let place = readPlace()
const listeners = new Set<() => void>()

function readPlace(): Place {
  const path = location.pathname.slice(BASE.length)
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent)
  return { parts, query: new URLSearchParams(location.search), key: path + location.search }
}

function changed(): void {
  place = readPlace()
  for (const listener of listeners) listener()
}

addEventListener('popstate', changed)

export function href(path: string): string {
  return BASE + path
}

export function navigate(path: string, { replace = false, keepScroll = false } = {}): void {
  if (replace) history.replaceState(null, '', href(path))
  else history.pushState(null, '', href(path))
  changed()
  if (!keepScroll) scrollTo(0, 0)
}

export function usePlace(): Place {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => place,
  )
}

interface LinkProps {
  to: string
  children: ReactNode
  className?: string
  onClick?: () => void
  label?: string
}

export function Link({ to, children, className, onClick, label }: LinkProps) {
  const go = (event: MouseEvent) => {
    onClick?.()
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a href={href(to)} className={className} onClick={go} aria-label={label}>
      {children}
    </a>
  )
}
