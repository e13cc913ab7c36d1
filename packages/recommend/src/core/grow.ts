import type { TypedArray } from '@vitrine/array-container'

/** Returns the same array if it is long enough, otherwise a copy of at least twice its length. */
export function grow<T extends TypedArray>(array: T, length: number): T {
  if (array.length >= length) return array
  const build = array.constructor as new (length: number) => T
  const larger = new build(Math.max(length, array.length * 2, 16))
  larger.set(array)
  return larger
}

export function growToHold<T extends TypedArray>(array: T, place: number): T {
  return grow(array, place + 1)
}
