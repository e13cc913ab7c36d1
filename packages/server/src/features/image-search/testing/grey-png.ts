import { crc32, deflateSync } from 'node:zlib'

interface GreyPng {
  width: number
  height: number
  /** From 0 to 255; black by default. */
  shade?: (x: number, y: number) => number
  /** Only changes the header; the data stays eight bits in one pass. */
  isDeep?: boolean
  isInterlaced?: boolean
  before?: readonly Buffer[]
  after?: readonly Buffer[]
}

export function greyPng(png: GreyPng): Buffer {
  const { width, height, shade = () => 0, before = [], after = [], isDeep = false, isInterlaced = false } = png
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([isDeep ? 16 : 8, 0, 0, 0, isInterlaced ? 1 : 0], 8)
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => shade(x, y))]),
  )
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    pngChunk('IHDR', header),
    ...before,
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    ...after,
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
