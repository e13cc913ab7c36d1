/**
 * Runs the conformance tests that several nodes could break against two nodes behind a balancer. To run all of them:
 * VITRINE_TEST_NODES=2 npx vitest run tests/conformance
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
