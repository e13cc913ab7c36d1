import type { TextDoc } from '../text-doc.ts'

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
