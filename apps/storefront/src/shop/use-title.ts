import { useEffect } from 'react'
import { shopName } from './target.ts'

/** Sets the title of the tab, which defaults to the shop's name. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${shopName()}` : shopName()
  }, [title])
}
