import { ImageRefused, type ImageSource, MAX_IMAGE_BYTES } from './image-source.ts'

/** `data:image/png;base64,…`. */
export const dataUrlSource: ImageSource = {
  async fetch(url) {
    const comma = url.indexOf(',')
    if (!/^data:/i.test(url) || comma < 0) throw new ImageRefused('url', 'is not a data: address')
    // In base64, four characters encode three bytes.
    if (url.length - comma > (MAX_IMAGE_BYTES / 3) * 4 + 4) throw new ImageRefused('size', 'written out')
    const base64 = /;\s*base64\s*$/i.test(url.slice(0, comma))
    const bytes = base64 ? Buffer.from(url.slice(comma + 1), 'base64') : percentDecoded(url.slice(comma + 1))
    if (bytes.length === 0) throw new ImageRefused('url', 'is an empty data: address')
    return bytes
  },
}

const PERCENT = 0x25

/** Decodes in place: with a string per byte, a large picture would block the process for seconds. */
function percentDecoded(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'latin1')
  let length = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] === PERCENT ? (hexValue(bytes[i + 1]) << 4) | hexValue(bytes[i + 2]) : -1
    if (byte >= 0) i += 2
    bytes[length++] = byte >= 0 ? byte : bytes[i]!
  }
  return bytes.subarray(0, length)
}

/** Returns -1 for other characters, which makes the whole byte negative. */
function hexValue(digit = 0): number {
  if (digit >= 0x30 && digit <= 0x39) return digit - 0x30
  const letter = digit | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
