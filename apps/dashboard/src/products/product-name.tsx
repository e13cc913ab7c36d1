import type { ProductId } from '@vitrine/client/admin'

interface Named {
  title: string
  images: readonly { src: string }[]
}

/** Shows only the id if the product is not in the catalog. */
export function ProductName({ id, product }: { id: ProductId; product: Named | undefined }) {
  const picture = product?.images[0]?.src
  return (
    <span className="product-cell">
      {picture ? <img className="thumb" src={small(picture)} alt="" loading="lazy" /> : <span className="thumb" />}
      <span>{product?.title ?? <span className="mono">{id}</span>}</span>
    </span>
  )
}

/** Only the demo's pictures are available in several widths. */
export function small(src: string): string {
  return src.startsWith('/demo/images/') ? `${src}?width=160` : src
}
