const picture = { id: 39100000000021, url: 'https://cdn.shop.example/linen-shirt.webp', width: 800, height: 1000 }

const product = {
  product_id: 8000000000012,
  title: 'Linen shirt',
  handle: 'linen-shirt',
  vendor: 'Northloom',
  product_type: 'Shirts',
  price: 59,
  compare_at_price: 75,
  options: [{ id: 10400000000011, name: 'Color', values: ['Sage'], position: 1 }],
  metafields: [{ namespace: 'specs', key: 'material', value: 'Linen' }],
  display_price: 59,
  display_compare_at_price: 75,
  display_currency: 'USD',
  original_currency: 'USD',
  currency_rate: 1,
  available_for_sale: true,
  is_in_stock: true,
  total_inventory: 14,
}

const variant = {
  variant_id: 45100000000031,
  title: 'Sage',
  display_name: 'Linen shirt - Sage',
  position: 1,
  sku: 'SHIRT-SAGE',
  selected_options: [{ name: 'Color', value: 'Sage' }],
  sellable_online_quantity: 14,
  is_in_stock: true,
  available_for_sale: true,
}

function withPictures<Image extends object>(image: Image) {
  const media = { media_type: 'IMAGE', ...image }
  return { image, featured_media: media, media: [media] }
}

const searchImage = { ...picture, alt_text: 'Linen shirt in sage' }
const recommendationImage = { ...picture, altText: 'Linen shirt in sage' }

export const searchProductExample = {
  ...product,
  matched_variant_id: variant.variant_id,
  tags: ['linen', 'summer'],
  ...withPictures(searchImage),
  variants: [{ ...variant, price: 59, compare_at_price: 75, image: searchImage }],
}

export const recommendedProductExample = {
  ...product,
  tags: 'linen, summer',
  ...withPictures(recommendationImage),
  variants: [{ ...variant, price: 59, compare_at_price: 75, image: recommendationImage }],
}

export const sectionProductExample = {
  ...recommendedProductExample,
  variants: [{ ...variant, price: '59.00', compare_at_price: '75.00', image: recommendationImage }],
}
