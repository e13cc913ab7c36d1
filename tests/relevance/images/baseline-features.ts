/** Two baselines for comparing pictures, without learning. */
import type { Picture } from '../../../packages/engine/src/index.ts'

const LEVELS = 6

/** Returns 6 × 6 × 6 bins of RGB, as square roots of their shares. */
export function colorHistogram({ pixels }: Picture): Float32Array {
  const counts = new Float32Array(LEVELS ** 3)
  for (let i = 0; i < pixels.length; i += 3) {
    const [r, g, b] = [0, 1, 2].map((c) => Math.floor((pixels[i + c]! * LEVELS) / 256))
    counts[(r! * LEVELS + g!) * LEVELS + b!]!++
  }
  return unit(counts.map(Math.sqrt))
}

const CELL = 8
const ANGLES = 9

/** Histograms of oriented gradients: 8 × 8 cells, 9 angles, normalized over blocks of 2 × 2 cells. */
export function orientedGradients(square: Uint8Array, side: number): Float32Array {
  const grey = Float32Array.from({ length: side * side }, (_, i) => {
    return 0.299 * square[3 * i]! + 0.587 * square[3 * i + 1]! + 0.114 * square[3 * i + 2]!
  })
  const cells = side / CELL
  const histogram = new Float32Array(cells * cells * ANGLES)
  for (let y = 1; y < side - 1; y++) {
    for (let x = 1; x < side - 1; x++) {
      const across = grey[y * side + x + 1]! - grey[y * side + x - 1]!
      const down = grey[(y + 1) * side + x]! - grey[(y - 1) * side + x]!
      const angle = (Math.atan2(down, across) + Math.PI) % Math.PI
      const bin = Math.min(ANGLES - 1, Math.floor((angle / Math.PI) * ANGLES))
      const cell = Math.floor(y / CELL) * cells + Math.floor(x / CELL)
      histogram[cell * ANGLES + bin]! += Math.hypot(across, down)
    }
  }
  return unit(normalizedBlocks(histogram, cells))
}

function normalizedBlocks(histogram: Float32Array, cells: number): Float32Array {
  const out: number[] = []
  for (let y = 0; y + 1 < cells; y++) {
    for (let x = 0; x + 1 < cells; x++) {
      const block = [0, 1, cells, cells + 1].flatMap((step) => {
        const cell = y * cells + x + step
        return [...histogram.subarray(cell * ANGLES, (cell + 1) * ANGLES)]
      })
      const length = Math.hypot(...block) + 1
      out.push(...block.map((value) => Math.min(0.2, value / length)))
    }
  }
  return Float32Array.from(out)
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1
  return vector.map((value) => value / length)
}
