import { useEffect, useState } from 'react'
import { fill, useWords } from '../shop/words.ts'
import { pictureAt } from '../shop/picture-size.ts'
import type { ShopProduct, ShopVariant } from '../shop/product.ts'

interface MediaImage {
  url: string
  altText?: string | null
}

export function Gallery({ product, variant }: { product: ShopProduct; variant: ShopVariant }) {
  const words = useWords()
  const images = product.media as MediaImage[]
  const [shown, setShown] = useState(variant.image?.url ?? product.image.url ?? '')
  useEffect(() => {
    if (variant.image) setShown(variant.image.url)
  }, [variant])
  const current = images.find(({ url }) => url === shown) ?? images[0]
  return (
    <div className="gallery">
      {/* The small picture, which the list has already loaded, is shown until the large one arrives. */}
      <div className="gallery-main" style={current && { backgroundImage: `url("${pictureAt(current.url, 320).src}")` }}>
        {current && <img src={current.url} alt={current.altText ?? product.title} width={800} height={800} />}
      </div>
      {images.length > 1 && (
        <ul className="thumbs">
          {images.slice(0, 8).map((image, at) => (
            <li key={image.url}>
              <button
                type="button"
                aria-label={fill(words.picture, at + 1)}
                aria-pressed={image.url === shown}
                onClick={() => setShown(image.url)}
              >
                <img {...pictureAt(image.url, 72)} alt="" width={72} height={72} loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
