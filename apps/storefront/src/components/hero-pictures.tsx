import { useEffect, useState } from 'react'
import { client } from '../shop/api.ts'
import { recommendContext } from '../shop/market.ts'
import { pictureAt } from '../shop/picture-size.ts'
import { asProducts, type ShopProduct } from '../shop/product.ts'

/** Shows pictures of up to three bestsellers of different types. They are decorative. */
export function HeroPictures() {
  const [products, setProducts] = useState<ShopProduct[]>([])
  useEffect(() => {
    client.top({ strategy: 'BESTSELLERS', pagination: { limit: 12 }, ...recommendContext() }).then(
      (answer) => setProducts(oneOfEachType(asProducts(answer.products)).slice(0, 3)),
      () => setProducts([]),
    )
  }, [])
  return (
    <div className="hero-pictures" aria-hidden="true">
      {products.map(
        (product) =>
          product.image.url && (
            <img key={product.productId} {...pictureAt(product.image.url, 260)} alt="" width={260} height={260} />
          ),
      )}
    </div>
  )
}

function oneOfEachType(products: ShopProduct[]): ShopProduct[] {
  return products.filter((one, at) => products.findIndex((other) => other.productType === one.productType) === at)
}
