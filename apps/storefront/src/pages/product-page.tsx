import { useEffect, useState } from 'react'
import { Bundle } from '../components/bundle.tsx'
import { Failed } from '../components/failed.tsx'
import { ProductTexts, Rating } from '../components/product-texts.tsx'
import { SectionList, type SectionsAnswer, usePageSections } from '../components/sections.tsx'
import { Link } from '../router.ts'
import { tracker } from '../shop/api.ts'
import { addToCart } from '../shop/cart.ts'
import { formatMoney } from '../shop/market.ts'
import { productVariantData } from '../shop/pixel-data.ts'
import { type PageProduct, type ShopProduct, type ShopVariant, shownPrice } from '../shop/product.ts'
import { useTitle } from '../shop/use-title.ts'
import { fill, useWords } from '../shop/words.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { pictureAt } from '../shop/picture-size.ts'
import { useFilters } from '../shop/filters.ts'
import { optionWords } from '../shop/option-words.ts'

interface PageProps {
  productId: number
  /** Variant to show first; ignored if the product does not have it. */
  variantId: number
}

export function ProductPage({ productId, variantId }: PageProps) {
  const { data, loading, error } = usePageSections({ pageType: 'product', productId })
  const product = (data?.product ?? null) as PageProduct | null
  if (product === null) return error ? <FailedPage /> : loading ? <ProductSkeleton /> : <NotFoundPage />
  return (
    <div className="page">
      <Breadcrumb product={product} />
      <ProductView key={variantId} product={product} opensWith={variantId} answer={data} />
      <SectionList answer={data} loading={loading} skip={['bought_together']} parentId={productId} />
    </div>
  )
}

interface ViewProps {
  product: PageProduct
  opensWith: number
  answer: SectionsAnswer | null
}

function ProductView({ product, opensWith, answer }: ViewProps) {
  const words = useWords()
  const first =
    product.variants.find((variant) => variant.variantId === opensWith) ??
    product.variants.find((variant) => variant.isInStock) ??
    product.variants[0]!
  useTitle(product.title)
  const [variantId, setVariantId] = useState(first.variantId)
  const variant = product.variants.find((one) => one.variantId === variantId) ?? first

  // biome-ignore lint/correctness/useExhaustiveDependencies: one view per product, not per choice of variant
  useEffect(() => {
    void tracker.standard(
      'product_viewed',
      { productVariant: productVariantData(product, first) },
      { pageType: 'product' },
    )
  }, [product.productId])

  return (
    <div className="product">
      <Gallery product={product} variant={variant} />
      <div className="product-info">
        <p className="muted">
          <Link to={`/search?f.vendor=${encodeURIComponent(product.vendor)}`}>{product.vendor}</Link>
          {product.productType && ` · ${product.productType}`}
        </p>
        <h1>{product.title}</h1>
        <Rating product={product} />
        <VariantPrice product={product} variant={variant} />
        <OptionPicker product={product} variant={variant} onChoose={setVariantId} />
        <Stock variant={variant} />
        <StructuredData product={product} variant={variant} />
        <button
          type="button"
          className="button button-wide"
          disabled={!variant.isInStock}
          onClick={() => addToCart(product, variant)}
        >
          {variant.isInStock ? words.addToCart : words.soldOut}
        </button>
        {answer && <Bundle answer={answer} product={product} variant={variant} />}
      </div>
      <div className="product-texts">
        <ProductTexts product={product} sku={variant.sku} />
      </div>
    </div>
  )
}

function FailedPage() {
  return (
    <div className="page">
      <Failed />
    </div>
  )
}

function Breadcrumb({ product }: { product: ShopProduct }) {
  const words = useWords()
  return (
    <nav className="breadcrumb muted" aria-label={words.breadcrumb}>
      <Link to="/">{words.home}</Link>
      {product.productType && (
        <>
          {' / '}
          <Link to={`/search?q=${encodeURIComponent(product.productType)}`}>{product.productType}</Link>
        </>
      )}
      {' / '}
      <span aria-current="page">{product.title}</span>
    </nav>
  )
}

/** The page shows the number of pieces only if at most this many are left. */
const LOW_STOCK = 5

function Stock({ variant }: { variant: ShopVariant }) {
  const words = useWords()
  if (!variant.isInStock) return null
  const left = variant.sellableOnlineQuantity ?? 0
  return <p className="stock muted">{left > 0 && left <= LOW_STOCK ? fill(words.fewLeft, left) : words.inStock}</p>
}

/** Describes the product to search engines (schema.org). `<` is escaped, because `</script>` would end the element. */
function StructuredData({ product, variant }: { product: PageProduct; variant: ShopVariant }) {
  const { now } = shownPrice(product, variant)
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    sku: variant.sku,
    ...(product.description ? { description: product.description } : {}),
    ...(product.rating ? { aggregateRating: aggregateRating(product.rating) } : {}),
    brand: { '@type': 'Brand', name: product.vendor },
    ...(product.image.url ? { image: new URL(product.image.url, location.href).href } : {}),
    offers: {
      '@type': 'Offer',
      price: Math.round(now * 100) / 100,
      priceCurrency: product.displayCurrency,
      availability: `https://schema.org/${variant.isInStock ? 'InStock' : 'OutOfStock'}`,
    },
  }
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without any markup
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}

function aggregateRating({ value, count }: NonNullable<PageProduct['rating']>) {
  return { '@type': 'AggregateRating', ratingValue: value, reviewCount: count }
}

function VariantPrice({ product, variant }: { product: ShopProduct; variant: ShopVariant }) {
  const { now, before, percentOff } = shownPrice(product, variant)
  return (
    <p className="price price-large">
      <span className={percentOff > 0 ? 'price-now' : ''}>{formatMoney(now, product.displayCurrency)}</span>
      {percentOff > 0 && <s>{formatMoney(before, product.displayCurrency)}</s>}
      {percentOff > 0 && <span className="badge badge-sale badge-inline">−{percentOff}%</span>}
    </p>
  )
}

function ProductSkeleton() {
  return (
    <div className="page">
      <div className="product skeleton" aria-hidden="true">
        <div className="gallery-main" />
        <div className="product-info">
          <p className="skeleton-line">&nbsp;</p>
          <p className="skeleton-line">&nbsp;</p>
        </div>
      </div>
    </div>
  )
}

interface MediaImage {
  url: string
  altText?: string | null
}

function Gallery({ product, variant }: { product: ShopProduct; variant: ShopVariant }) {
  const words = useWords()
  const images = product.media as MediaImage[]
  const [shown, setShown] = useState(variant.image?.url ?? product.image.url ?? '')
  useEffect(() => {
    if (variant.image) setShown(variant.image.url)
  }, [variant])
  const current = images.find(({ url }) => url === shown) ?? images[0]
  return (
    <div className="gallery">
      {/* Shows the small picture, which the list has loaded, until the large one arrives. */}
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

interface PickerProps {
  product: ShopProduct
  variant: ShopVariant
  onChoose: (variantId: number) => void
}

function OptionPicker({ product, variant, onChoose }: PickerProps) {
  const { filters } = useFilters('search')
  const chosenOf = (one: ShopVariant, name: string) => one.selectedOptions.find((option) => option.name === name)?.value
  /** Prefers a variant in stock, then the one with the most values in common with the current choice. */
  const variantWith = (name: string, value: string): ShopVariant | undefined => {
    const agreeing = (one: ShopVariant) =>
      one.selectedOptions.filter((option) => option.value === chosenOf(variant, option.name)).length
    return product.variants
      .filter((one) => chosenOf(one, name) === value)
      .sort((a, b) => Number(b.isInStock) - Number(a.isInStock) || agreeing(b) - agreeing(a))[0]
  }
  return product.options
    .filter((option) => option.values.length > 1)
    .map((option) => {
      const { name, labelOf, hexOf } = optionWords(filters ?? [], option)
      const chosen = chosenOf(variant, option.name)
      return (
        <fieldset className="option" key={option.name}>
          <legend>
            {name}: <b>{chosen && labelOf(chosen)}</b>
          </legend>
          {option.values.map((value) => {
            const target = variantWith(option.name, value)
            const hex = hexOf(value)
            return (
              <button
                type="button"
                key={value}
                className={chosen === value ? 'option-value option-on' : 'option-value'}
                aria-pressed={chosen === value}
                disabled={target === undefined}
                onClick={() => target && onChoose(target.variantId)}
              >
                {hex && <span className="swatch" style={{ background: hex }} />}
                {labelOf(value)}
              </button>
            )
          })}
        </fieldset>
      )
    })
}
