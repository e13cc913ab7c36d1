/** Selects the part of the picture to search with, by dragging or with the arrow keys. */
import { useWords } from '../shop/words.ts'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

export interface Crop {
  x: number
  y: number
  width: number
  height: number
}

interface CropBoxProps {
  url: string
  crop: Crop
  onChange: (crop: Crop) => void
}

/** Minimum length of a side, as a share of the picture's side. */
const MIN_SIDE = 0.08
const STEP = 0.03

export function CropBox({ url, crop, onChange }: CropBoxProps) {
  const words = useWords()
  const frame = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(crop)
  useEffect(() => setShown(crop), [crop])

  const drag = (grip: 'box' | 'corner') => (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const from = { x: event.clientX, y: event.clientY, crop: shown }
    const { width, height } = frame.current!.getBoundingClientRect()
    let latest = shown
    const move = (to: globalThis.PointerEvent) => {
      const [right, down] = [(to.clientX - from.x) / width, (to.clientY - from.y) / height]
      latest = grip === 'box' ? moved(from.crop, right, down) : stretched(from.crop, right, down)
      setShown(latest)
    }
    const drop = () => {
      removeEventListener('pointermove', move)
      if (latest !== from.crop) onChange(latest)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', drop, { once: true })
  }
  const press = (event: KeyboardEvent) => {
    const [right, down] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? []
    if (right === undefined || down === undefined) return
    event.preventDefault()
    onChange((event.shiftKey ? stretched : moved)(shown, right * STEP, down * STEP))
  }
  const percent = (share: number) => `${100 * share}%`
  return (
    <div className="crop-frame" ref={frame}>
      <img src={url} alt={words.yourPicture} draggable={false} />
      <button
        type="button"
        className="crop-box"
        aria-label={words.cropHelp}
        style={{
          left: percent(shown.x),
          top: percent(shown.y),
          width: percent(shown.width),
          height: percent(shown.height),
        }}
        onPointerDown={drag('box')}
        onKeyDown={press}
      >
        <span className="crop-corner" onPointerDown={drag('corner')} />
      </button>
    </div>
  )
}

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

function moved({ x, y, width, height }: Crop, right: number, down: number): Crop {
  return { x: within(x + right, 0, 1 - width), y: within(y + down, 0, 1 - height), width, height }
}

function stretched({ x, y, width, height }: Crop, right: number, down: number): Crop {
  return { x, y, width: within(width + right, MIN_SIDE, 1 - x), height: within(height + down, MIN_SIDE, 1 - y) }
}
