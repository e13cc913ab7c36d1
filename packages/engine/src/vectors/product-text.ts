export interface DescribedProduct {
  title: string
  productType: string
  vendor: string
  /** Option values such as colors; only the first few are used. */
  options: readonly string[]
}

const MAX_OPTIONS = 4

/**
 * Returns one short text: title, type, vendor and a few options, each unless the title already contains it. It is
 * short because every word affects the vector, and a description would outweigh what the product is.
 */
export function productText({ title, productType, vendor, options }: DescribedProduct): string {
  const said = title.toLowerCase()
  const isNew = (part: string) => part !== '' && !said.includes(part.toLowerCase())
  return [title, ...[vendor, productType, ...options.slice(0, MAX_OPTIONS)].filter(isNew)].join('. ')
}
