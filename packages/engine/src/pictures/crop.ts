/** A part of a picture in shares of width and height, valid for any size of the picture. */
export interface Crop {
  x: number
  y: number
  width: number
  height: number
}

export const WHOLE_PICTURE: Crop = { x: 0, y: 0, width: 1, height: 1 }

/** Returns `inner`, which is relative to `outer`, relative to the whole picture. */
export function cropWithin(outer: Crop, inner: Crop): Crop {
  return {
    x: outer.x + inner.x * outer.width,
    y: outer.y + inner.y * outer.height,
    width: inner.width * outer.width,
    height: inner.height * outer.height,
  }
}

/** Intersection over union. */
export function overlap(a: Crop, b: Crop): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const shared = Math.max(0, across) * Math.max(0, down)
  return shared / (a.width * a.height + b.width * b.height - shared)
}
