import { useEffect } from 'react'
import { shopName } from './target.ts'

/** Names the page for the tab, the history and a screen reader; a page without a title gets the shop's own name. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${shopName()}` : shopName()
  }, [title])
}
