/** Routes below /dashboard. The URL contains the whole state, so that the back button and shared links work. */
import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react'

const BASE = '/dashboard'

export interface Place {
  /** Segments of the path below the base: ['searches', 'linen shirt']. */
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

/** `path('searches', 'linen shirt')` → `/searches/linen%20shirt`. */
export function path(...parts: (string | number)[]): string {
  return `/${parts.map((part) => encodeURIComponent(part)).join('/')}`
}

export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', BASE + to)
  else history.pushState(null, '', BASE + to)
  changed()
  if (!replace) scrollTo(0, 0)
}

/** Changes parameters of the current address; an empty value removes the parameter. */
export function setQuery(values: Record<string, string>): void {
  const query = new URLSearchParams(place.query)
  for (const [name, value] of Object.entries(values)) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  navigate(`/${place.parts.map(encodeURIComponent).join('/')}${text && `?${text}`}`, { replace: true })
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

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string
}

export function Link({ to, onClick, ...rest }: LinkProps) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    navigate(to)
  }
  return <a {...rest} href={BASE + to} onClick={go} />
}
