import sharp from 'sharp'

/** Maximum difference of a channel from the corner's color for a pixel of the background. */
const REACH = 18

/** Returns the product of a catalog picture on a transparent background. */
export async function cutOut(file: Uint8Array): Promise<Buffer> {
  const { data, info } = await sharp(file).removeAlpha().ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  for (const at of reachedFromRim(data, width, height)) data[4 * at + 3] = 0
  const whole = sharp(data, { raw: { width, height, channels: 4 } })
  const box = boxOf(data, width, height)
  return box ? whole.extract(box).png().toBuffer() : whole.png().toBuffer()
}

function reachedFromRim(data: Uint8Array, width: number, height: number): Set<number> {
  const near = (at: number) => [0, 1, 2].every((c) => Math.abs(data[4 * at + c]! - data[c]!) <= REACH)
  const reached = new Set<number>()
  const queue: number[] = []
  const visit = (at: number) => {
    if (reached.has(at) || !near(at)) return
    reached.add(at)
    queue.push(at)
  }
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) visit(y * width + x)
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) visit(y * width + x)
  while (queue.length > 0) {
    const at = queue.pop()!
    if (at % width > 0) visit(at - 1)
    if (at % width < width - 1) visit(at + 1)
    if (at >= width) visit(at - width)
    if (at < width * (height - 1)) visit(at + width)
  }
  return reached
}

function boxOf(data: Uint8Array, width: number, height: number) {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let at = 0; at < width * height; at++) {
    if (data[4 * at + 3] === 0) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}
