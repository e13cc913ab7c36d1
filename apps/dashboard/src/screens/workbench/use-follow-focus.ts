import { useLayoutEffect, useRef } from 'react'

/** A tile that is moved in the DOM loses the focus. This restores it once the new order is rendered. */
export function useFollowFocus(order: readonly { product_id: number }[]): (productId: number) => void {
  const moved = useRef<number | null>(null)
  const shown = order.map(({ product_id: id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order that is drawn is what it waits for
  useLayoutEffect(() => {
    if (moved.current === null) return
    document.querySelector<HTMLElement>(`.draft [data-product="${moved.current}"] .handle`)?.focus()
  }, [shown])
  return (productId) => {
    moved.current = productId
  }
}
