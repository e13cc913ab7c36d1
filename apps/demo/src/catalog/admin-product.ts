/** A line of `products/bulk`, in the format of the platform's Admin REST API. */
export interface AdminProduct {
  id: number
  title: string
  handle: string
  body_html: string
  vendor: string
  product_type: string
  tags: string
  status: 'active' | 'draft' | 'archived'
  created_at: string
  updated_at: string
  published_at: string | null
  options: { id: number; name: string; position: number; values: string[] }[]
  variants: AdminVariant[]
  images: AdminImage[]
  publication_ids: string[]
  market_ids?: number[]
  catalog_ids?: string[]
  metafields: { namespace: string; key: string; value: string; type: string }[]
  rating?: { value: number; count: number }
  translations: Record<string, Record<string, string>>
}

export interface AdminVariant {
  id: number
  title: string
  position: number
  sku: string
  barcode: string
  price: string
  compare_at_price: string | null
  option1: string | null
  option2: string | null
  option3: string | null
  inventory_quantity: number
  inventory_policy: 'deny' | 'continue'
  inventory_management: string | null
  image_id: number | null
}

export interface AdminImage {
  id: number
  src: string
  alt: string
  position: number
  width: number
  height: number
}
