import { expect, it } from 'vitest'
import { namingTerms } from './naming-terms.ts'
import { smallShop } from './testing/small-shop.ts'

it('lists the words of titles and the types as written, the commonest first', () => {
  const shop = smallShop([
    { title: 'Silla de Jardín', productType: 'Garden chairs' },
    { title: 'Silla XL 45', productType: 'Garden chairs' },
    { title: 'Jardin' },
  ])
  expect(namingTerms(shop, 'product_type')).toEqual(['garden chairs', 'jardín', 'silla'])
})
