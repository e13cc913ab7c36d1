/** Position of a drawing in its picture. */
export interface Frame {
  /** The square of the drawing that the picture's width shows. */
  view: { left: number; top: number; side: number }
  /** Position of the subject; absent if it is drawn in the picture's own units. */
  placement?: Placement
}

/** The subject is moved, rotated about the middle of the drawing, and scaled. */
export interface Placement {
  x: number
  y: number
  turn: number
  scale: number
}

export interface DrawnPicture {
  drawn: string
  /** Position of the subject. */
  placement: Placement
}

export function transformOf({ x, y, turn, scale }: Placement): string {
  return `translate(${x} ${y}) rotate(${turn} 400 400) scale(${scale})`
}

/** Transform from the pixels of a picture 800 wide back to the units of the drawing. */
export function pixelGridOf({ view, placement }: Frame): { transform: string; pixelsPerUnit: number } {
  const { x, y, turn, scale } = placement ?? { x: 0, y: 0, turn: 0, scale: 1 }
  const unit = view.side / 800
  return {
    transform: `scale(${1 / scale}) rotate(${-turn} 400 400) translate(${-x} ${-y}) translate(${view.left} ${view.top}) scale(${unit})`,
    pixelsPerUnit: scale / unit,
  }
}
