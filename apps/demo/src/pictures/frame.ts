export interface Frame {
  /** The square of the drawing that spans the picture's width. */
  view: { left: number; top: number; side: number }
  placement?: Placement
}

/** Scales the subject, rotates it by `turn` degrees about the middle of the drawing, then moves it. */
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

/** Transforms pixels of a picture that is 800 wide to units of the drawing. */
export function pixelGridOf({ view, placement }: Frame): { transform: string; pixelsPerUnit: number } {
  const { x, y, turn, scale } = placement ?? { x: 0, y: 0, turn: 0, scale: 1 }
  const unit = view.side / 800
  return {
    transform: `scale(${1 / scale}) rotate(${-turn} 400 400) translate(${-x} ${-y}) translate(${view.left} ${view.top}) scale(${unit})`,
    pixelsPerUnit: scale / unit,
  }
}
