/** What is mutated, and which tests should notice. The quick tests come first; the slow ones run only for what they missed. */
export interface Area {
  readonly folder: string
  readonly tests: readonly (readonly string[])[]
}

const FEATURES = 'packages/server/src/features'

const conformance = (...names: string[]) => names.map((name) => `tests/conformance/${name}`)

/** Conformance tests by feature: file names that begin so. */
const BY_FEATURE: Record<string, readonly string[]> = {
  analytics: conformance('analytics', 'attribution', 'events'),
  attribution: conformance('attribution', 'analytics', 'events'),
  catalog: conformance('admin', 'sentences', 'catalog', 'products'),
  experiments: conformance('sections', 'experiences', 'recommend'),
  facets: conformance('filter', 'facets', 'config', 'sentences-search'),
  'image-search': conformance('image'),
  ingest: conformance('events', 'ingest', 'sentences'),
  merchandise: conformance('search', 'rules', 'sentences-search'),
  profiles: conformance('init', 'profiles', 'events'),
  query: conformance('search', 'filter', 'sentences-search'),
  recommend: conformance('recommend', 'automatic', 'top', 'sections'),
  search: conformance('search', 'instant', 'sentences-search'),
  sections: conformance('sections', 'recommend'),
  session: conformance('init', 'auth', 'config'),
  shops: conformance('admin', 'auth', 'config', 'shops'),
  vectors: conformance('search', 'vector', 'embedding'),
  webhooks: conformance('webhooks'),
}

export const AREAS: Record<string, Area> = {
  engine: { folder: 'packages/engine/src', tests: [['packages/engine'], ['tests/relevance']] },
  recommend: {
    folder: 'packages/recommend/src',
    tests: [['packages/recommend'], ['packages/server/src/features/recommend']],
  },
  features: { folder: FEATURES, tests: [] },
}

/** The tests to run for a mutated file, stage by stage. */
export function stagesFor(area: Area, file: string): readonly (readonly string[])[] {
  const beside = [file.slice(0, file.lastIndexOf('/'))]
  if (area.folder !== FEATURES) return [beside, ...area.tests]
  const feature = file.slice(FEATURES.length + 1).split('/')[0]!
  return [beside, [`${FEATURES}/${feature}`], ['packages/server/src'], BY_FEATURE[feature] ?? ['tests/conformance']]
}
