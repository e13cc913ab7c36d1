export interface Frame {
  /** The square of the drawing that fills the picture's width. */
  view: { left: number; top: number; side: number }
  /** Absent if the subject is not moved, rotated or scaled. */
  placement?: Placement
}

/** The subject is scaled, rotated by `turn` degrees about the middle of the drawing, and moved. */
export interface Placement {
  x: number
  y: number
  turn: number
  scale: number
}

export interface DrawnPicture {
  drawn: string
  placement: Placement
}

export function transformOf({ x, y, turn, scale }: Placement): string {
  return `translate(${x} ${y}) rotate(${turn} 400 400) scale(${scale})`
}

/** Returns the transform from the pixels of a picture 800 wide to the units of the drawing. */
export function pixelGridOf({ view, placement }: Frame): { transform: string; pixelsPerUnit: number } {
  const { x, y, turn, scale } = placement ?? { x: 0, y: 0, turn: 0, scale: 1 }
  const unit = view.side / 800
  return {
    transform: `scale(${1 / scale}) rotate(${-turn} 400 400) translate(${-x} ${-y}) translate(${view.left} ${view.top}) scale(${unit})`,
    pixelsPerUnit: scale / unit,
  }
}
