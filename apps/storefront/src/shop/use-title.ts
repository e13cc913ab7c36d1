import { useEffect } from 'react'
import { shopName } from './target.ts'

/** Sets the title of the tab, for the history and screen readers; without a title it is the shop's name. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${shopName()}` : shopName()
  }, [title])
}
