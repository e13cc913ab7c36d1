import { useEffect } from 'react'

const SHOP = 'Vitrine Living'

/** What the tab, the history and a screen reader call the page; the shop's own name where it has none. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${SHOP}` : SHOP
  }, [title])
}
