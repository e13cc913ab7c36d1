import { useEffect } from 'react'
import { shopName } from './target.ts'

/** What the tab, the history and a screen reader call the page; the shop's own name where it has none. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${shopName()}` : shopName()
  }, [title])
}
