/** `Input` is a text or the bytes of an image file. */
export interface Encoder<Input> {
  readonly dimension: number
  /** Returns one unit vector per input, in order. Called with few inputs at a time. */
  encode(inputs: readonly Input[]): Promise<Float32Array[]>
}

/** A module that exports `openEncoder(settings)`, and its settings, as plain data for a thread. */
export interface EncoderSpec {
  module: string
  settings: unknown
  /** `low`: requests and other models run first if the CPU is busy. */
  priority?: 'normal' | 'low'
}

/** Scales to length 1 in place. A vector of zeros becomes one with a single 1, so that every vector has a direction. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let square = 0
  for (const value of vector) square += value * value
  if (square === 0) vector[0] = square = 1
  const inverse = 1 / Math.sqrt(square)
  for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! * inverse
  return vector
}
