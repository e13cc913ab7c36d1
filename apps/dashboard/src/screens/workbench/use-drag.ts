/** Drags rows by mouse, pen or touch. The page scrolls while the pointer is near the top or bottom of the window. */
import { type PointerEvent, useRef } from 'react'

const ROW = '[data-rank]'
/** Distance from the window's edge, in pixels, within which the page scrolls. */
const EDGE = 72
const STEP = 14

export function useDrag(onDrop: (rank: number) => void) {
  const drag = useRef<{ over: Element | null; y: number; frame: number } | null>(null)
  const stop = () => {
    const current = drag.current
    drag.current = null
    if (!current) return null
    cancelAnimationFrame(current.frame)
    current.over?.removeAttribute('data-over')
    return current.over
  }
  const look = (x: number, y: number, list: Element | null) => {
    const current = drag.current
    if (!current) return
    const row = document.elementFromPoint(x, y)?.closest(ROW) ?? null
    const over = row && list?.contains(row) ? row : null
    if (over === current.over) return
    current.over?.removeAttribute('data-over')
    over?.setAttribute('data-over', 'true')
    current.over = over
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      const handle = event.currentTarget
      const list = handle.closest(ROW)?.parentElement ?? null
      handle.setPointerCapture(event.pointerId)
      drag.current = { over: null, y: event.clientY, frame: 0 }
      const x = event.clientX
      const scroll = () => {
        const current = drag.current
        if (!current) return
        const by = current.y < EDGE ? -STEP : current.y > innerHeight - EDGE ? STEP : 0
        if (by !== 0) {
          scrollBy(0, by)
          look(x, current.y, list)
        }
        current.frame = requestAnimationFrame(scroll)
      }
      drag.current.frame = requestAnimationFrame(scroll)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!drag.current) return
      drag.current.y = event.clientY
      look(event.clientX, event.clientY, event.currentTarget.closest(ROW)?.parentElement ?? null)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const own = event.currentTarget.closest(ROW)
      const over = stop()
      if (over && over !== own) onDrop(Number(over.getAttribute('data-rank')))
    },
    onPointerCancel: () => void stop(),
  }
}
