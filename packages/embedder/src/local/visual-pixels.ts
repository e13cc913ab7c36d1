import { borderColor, type Picture } from '@vitrine/engine'

/** Into the middle of a square that has the color of the picture's border: as the encoder was trained. */
export function letterbox(picture: Picture, side: number): Uint8Array {
  if (picture.width === side && picture.height === side) return picture.pixels
  const square = new Uint8Array(3 * side * side)
  const [red, green, blue] = borderColor(picture)
  for (let i = 0; i < square.length; i += 3) {
    square[i] = red
    square[i + 1] = green
    square[i + 2] = blue
  }
  const top = Math.floor((side - picture.height) / 2)
  const left = Math.floor((side - picture.width) / 2)
  for (let y = 0; y < picture.height; y++) {
    const row = picture.pixels.subarray(3 * y * picture.width, 3 * (y + 1) * picture.width)
    square.set(row, 3 * ((top + y) * side + left))
  }
  return square
}
