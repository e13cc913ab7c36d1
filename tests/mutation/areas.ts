/** Defines what is mutated and which tests should notice: those near the file first, then those of its feature over HTTP. */
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ImportGraph } from './related-tests.ts'

export interface Area {
  readonly folder: string
  /** Test files whose path begins so may notice a mutant if they import its file. */
  readonly tests: readonly string[]
}

const FEATURES = 'packages/server/src/features'

export const AREAS: Record<string, Area> = {
  engine: { folder: 'packages/engine/src', tests: ['packages/engine/'] },
  recommend: { folder: 'packages/recommend/src', tests: ['packages/recommend/', `${FEATURES}/recommend/`] },
  features: { folder: FEATURES, tests: [`${FEATURES}/`, 'packages/server/src/http/', 'packages/server/src/jobs/'] },
  contract: { folder: 'packages/contract/src', tests: ['packages/contract/', 'packages/server/src/http/'] },
  http: { folder: 'packages/server/src/http', tests: ['packages/server/src/http/'] },
  cli: { folder: 'packages/server/src/cli', tests: ['packages/server/src/cli/'] },
  embedder: { folder: 'packages/embedder/src', tests: ['packages/embedder/'] },
  client: { folder: 'packages/client/src', tests: ['packages/client/'] },
  dashboard: { folder: 'apps/dashboard/src', tests: ['apps/dashboard/'] },
  storefront: { folder: 'apps/storefront/src', tests: ['apps/storefront/'] },
}

/** Conformance tests by feature: they reach every file, so only those of the feature are asked. */
const BY_FEATURE: Record<string, readonly string[]> = {
  access: ['admin-access', 'admin-roles'],
  agents: ['mcp', 'ucp'],
  analytics: ['admin-reports', 'events-reports'],
  attribution: ['events-reports', 'events-track'],
  automatic: ['automatic'],
  catalog: ['admin-products', 'sentences.'],
  experiments: ['admin-reports', 'recommend-sections'],
  facets: ['search-facets', 'search-locales'],
  identity: ['identity-verification', 'erasure'],
  'image-search': ['image-search'],
  ingest: ['events.', 'events-track', 'events-envelope', 'event-quota'],
  insights: ['admin-insights', 'admin-alerts'],
  merchandise: ['search-rule', 'search-merchandise'],
  preview: ['admin-preview'],
  profiles: ['events-profiles', 'init', 'erasure'],
  query: ['search-products', 'search-locales', 'search-understood'],
  recommend: ['recommend-variants', 'recommend-learning', 'recommend-paging', 'recommend-queries'],
  search: ['search-products', 'search-instant', 'search-understood'],
  sections: ['recommend-sections', 'recommend-order-page'],
  serves: ['events-reports'],
  session: ['init', 'auth'],
  shops: ['admin-shops', 'admin-config'],
  vectors: ['search-vectors'],
  webhooks: ['webhooks'],
}

/** Beyond this many imports a test is about something else: it is asked only about what all others let pass. */
const NEAR_STEPS = 4

/** Test files in the order in which they should notice: stage by stage, nearest first. */
export function stagesFor(area: Area, graph: ImportGraph, file: string): string[][] {
  const reaching = [...graph.testsOf(file)].filter(([test]) => area.tests.some((path) => test.startsWith(path)))
  const related = reaching
    .filter(([, steps]) => steps <= NEAR_STEPS)
    .map(([test, steps]) => ({ test, steps: test === file.replace(/\.ts$/, '.test.ts') ? 0 : steps }))
    .sort((a, b) => a.steps - b.steps)
    .map(({ test }) => test)
  const folder = `${dirname(file)}/`
  const beside = related.filter((test) => test.startsWith(folder))
  const further = related.filter((test) => !test.startsWith(folder))
  const far = reaching.filter(([, steps]) => steps > NEAR_STEPS).map(([test]) => test)
  return [beside, further, far, conformanceTests(file)].filter((stage) => stage.length > 0)
}

const ABOUT_HTTP = ['conventions', 'transport', 'bounds', 'auth', 'compressed-answers', 'origin']

function conformanceTests(file: string): string[] {
  if (file.startsWith('packages/server/src/http/')) return ABOUT_HTTP.map((name) => `tests/conformance/${name}.test.ts`)
  if (!file.startsWith(FEATURES)) return []
  const feature = file.slice(FEATURES.length + 1).split('/')[0]!
  return (BY_FEATURE[feature] ?? []).flatMap((name) => globSync(`tests/conformance/${name}*.test.ts`))
}
