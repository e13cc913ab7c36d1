import { ImageRefused, type ImageSource, MAX_IMAGE_BYTES } from './image-source.ts'

/** Decodes pictures from `data:image/png;base64,…` addresses. */
export const dataUrlSource: ImageSource = {
  async fetch(url) {
    const comma = url.indexOf(',')
    if (!/^data:/i.test(url) || comma < 0) throw new ImageRefused('url', 'is not a data: address')
    // Checked before decoding: four characters encode three bytes.
    if (url.length - comma > (MAX_IMAGE_BYTES / 3) * 4 + 4) throw new ImageRefused('size', 'written out')
    const base64 = /;\s*base64\s*$/i.test(url.slice(0, comma))
    const bytes = base64 ? Buffer.from(url.slice(comma + 1), 'base64') : percentDecoded(url.slice(comma + 1))
    if (bytes.length === 0) throw new ImageRefused('url', 'is an empty data: address')
    return bytes
  },
}

function percentDecoded(text: string): Uint8Array {
  const bytes: number[] = []
  for (let i = 0; i < text.length; i++) {
    const hex = text[i] === '%' ? text.slice(i + 1, i + 3) : ''
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16))
      i += 2
    } else bytes.push(text.charCodeAt(i) & 255)
  }
  return Uint8Array.from(bytes)
}
