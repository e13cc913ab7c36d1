export interface DescribedProduct {
  title: string
  /** What the product is: the shop's type, and the narrowest levels of the platform's taxonomy. */
  kinds: readonly string[]
  vendor: string
  /** Option values such as colors. Only the first few are used. */
  options: readonly string[]
}

const MAX_OPTIONS = 4

/** Returns title, vendor, kinds and a few options. A description would outweigh the name in the vector. */
export function productText({ title, kinds, vendor, options }: DescribedProduct): string {
  const said = title.toLowerCase()
  const isNew = (part: string) => part !== '' && !said.includes(part.toLowerCase())
  return [title, ...[vendor, ...kinds, ...options.slice(0, MAX_OPTIONS)].filter(isNew)].join('. ')
}
