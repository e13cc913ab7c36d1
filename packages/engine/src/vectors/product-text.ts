export interface DescribedProduct {
  title: string
  productType: string
  vendor: string
  /** Option values such as colors. Only the first few are used. */
  options: readonly string[]
}

const MAX_OPTIONS = 4

/** Returns title, type, vendor and a few options. A description would outweigh the name in the vector. */
export function productText({ title, productType, vendor, options }: DescribedProduct): string {
  const said = title.toLowerCase()
  const isNew = (part: string) => part !== '' && !said.includes(part.toLowerCase())
  return [title, ...[vendor, productType, ...options.slice(0, MAX_OPTIONS)].filter(isNew)].join('. ')
}
