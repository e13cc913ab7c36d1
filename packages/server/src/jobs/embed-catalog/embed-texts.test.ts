import { describe, expect, it } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { textItems } from './embed-texts.ts'
import { LetterModel } from './testing/embedding-world.ts'

describe('the text of a product for the model', () => {
  it('has the two narrowest levels of the taxonomy, because many shops set no types', async () => {
    const model = new LetterModel()
    const path = {
      namespace: 'shopify',
      key: 'product_category',
      value: 'Baby > Baby Transport > Baby Strollers > Travel Systems',
    }
    const product = {
      ...sampleProduct(1),
      title: 'Mompush Wiz',
      productType: '',
      vendor: '',
      options: [],
      metafields: [{ ...path, type: 'string' }],
    }
    await textItems(model.embedder.text!)([product], new Map())
    expect(model.embedded).toEqual(['Mompush Wiz. baby stroller. travel system'])
  })
})
