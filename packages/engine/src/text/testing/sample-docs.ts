import type { TextDoc } from '../text-doc.ts'

/** A product with only the fields that a test needs. */
export function sampleDoc(parts: Partial<TextDoc>): TextDoc {
  return {
    title: '',
    productType: '',
    vendor: '',
    tags: [],
    options: [],
    skus: [],
    collections: [],
    metafields: [],
    description: '',
    ...parts,
  }
}
