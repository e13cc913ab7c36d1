import { dataUrlSource } from './data-url.ts'
import { ImageRefused, type ImageSource } from './image-source.ts'

export interface ProductImageSources {
  web: ImageSource
  /** The demo shop's pictures; undefined for any other URL. */
  own?: (url: string) => Promise<Uint8Array | undefined>
}

/** A URL without a protocol (`//cdn.…/x.jpg`) is fetched over https. */
export function productImageSource({ web, own }: ProductImageSources): ImageSource {
  return {
    async fetch(url, signal) {
      const ours = await own?.(url)
      if (ours !== undefined) return ours
      if (/^data:/i.test(url)) return dataUrlSource.fetch(url)
      if (url.startsWith('/') && !url.startsWith('//')) throw new ImageRefused('url', 'has no host')
      return web.fetch(url.startsWith('//') ? `https:${url}` : url, signal)
    },
  }
}
