/**
 * Repeats some conformance tests on two nodes behind a balancer. With VITRINE_TEST_NODES=2, all tests use two nodes.
 */
import { describe } from 'vitest'

process.env.VITRINE_TEST_NODES = '2'

const FILES = [
  'admin-config',
  'auth',
  'erasure',
  'events-profiles',
  'recommend-learning',
  'recommend-paging',
  'recommend-sections',
  'search-learning',
  'search-picture-colors',
  'search-products',
  'webhooks',
]

for (const file of FILES) {
  describe(`on two nodes, ${file}`, async () => {
    await import(`../conformance/${file}.test.ts`)
  })
}
