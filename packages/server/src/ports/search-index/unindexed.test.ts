import { completeConfig } from '@vitrine/contract'
import { emptyIndex, type Segment, withSegment } from '@vitrine/engine'
import { expect, it } from 'vitest'
import type { Product } from '../record-store/product.ts'
import { sampleProduct } from '../record-store/sample-product.ts'
import { indexingPlan } from './indexing-plan.ts'
import { doIndexTask } from './index-work.ts'

it('leaves out and reports a product that cannot be indexed, and indexes all others', () => {
  const plan = indexingPlan(completeConfig({}))
  const broken = { ...sampleProduct(2), variants: null } as unknown as Product
  const products = [sampleProduct(1), broken, sampleProduct(3)]
  const segment = doIndexTask({ kind: 'build', products, colors: [], plan }) as Segment
  expect(withSegment(emptyIndex(plan.locale), segment, []).docCount).toBe(2)
  expect(doIndexTask({ kind: 'unindexed' })).toMatchObject([{ productId: 2, cause: expect.stringContaining('null') }])
  expect(doIndexTask({ kind: 'unindexed' })).toEqual([])
})
