import { useEffect } from 'react'
import { shopName } from './target.ts'

export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${shopName()}` : shopName()
  }, [title])
}
