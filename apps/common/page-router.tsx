/** Client-side routing of an app below its base path. The URL contains the whole state, so that the back button and shared links work. */
import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react'

export interface Place {
  /** Segments of the path below the base: ['products', '12', 'linen-shirt']. */
  parts: string[]
  query: URLSearchParams
  key: string
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string
}

interface Navigation {
  replace?: boolean
  keepScroll?: boolean
}

/** `path('searches', 'linen shirt')` → `/searches/linen%20shirt`. */
export function path(...parts: (string | number)[]): string {
  return `/${parts.map((part) => encodeURIComponent(part)).join('/')}`
}

export function createRouter(base: string) {
  let place = readPlace()
  const listeners = new Set<() => void>()

  function readPlace(): Place {
    const below = location.pathname.slice(base.length)
    const parts = below.split('/').filter(Boolean).map(decodeURIComponent)
    return { parts, query: new URLSearchParams(location.search), key: below + location.search }
  }

  function changed(): void {
    place = readPlace()
    for (const listener of listeners) listener()
  }

  addEventListener('popstate', changed)

  /** Goes to a path below the base. A place that replaces the current one keeps the scroll position unless `keepScroll` is false. */
  function navigate(to: string, { replace = false, keepScroll = replace }: Navigation = {}): void {
    if (replace) history.replaceState(null, '', base + to)
    else history.pushState(null, '', base + to)
    changed()
    if (!keepScroll) scrollTo(0, 0)
  }

  /** Changes parameters of the current address; an empty value removes the parameter. */
  function setQuery(values: Record<string, string>): void {
    const query = new URLSearchParams(place.query)
    for (const [name, value] of Object.entries(values)) {
      if (value === '') query.delete(name)
      else query.set(name, value)
    }
    const text = query.toString()
    navigate(`${path(...place.parts)}${text && `?${text}`}`, { replace: true })
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  const usePlace = (): Place => useSyncExternalStore(subscribe, () => place)

  function Link({ to, onClick, ...rest }: LinkProps) {
    const go = (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event)
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      navigate(to)
    }
    return <a {...rest} href={base + to} onClick={go} />
  }

  return { navigate, setQuery, usePlace, Link }
}
