/** Routes for what needs attention in a shop: suggestions, catalog quality, imports and the live stream. */
import type { Static, TSchema } from 'typebox'
import { adminRoute, EDITORS, EVERY_ROLE } from '../route.ts'
import { AnyObject, DateTime, Name, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { Type } from '../type.ts'
import { sourceQuery } from './product-routes.ts'

/** Age of findings that are computed in the background. */
const age = {
  looked_at: Nullable(DateTime({ description: 'When they were looked for; null: the first look is under way.' })),
  is_current: Type.Boolean({
    description: 'false: something has changed since, and they are being looked for again. Ask again in some seconds.',
  }),
}
const ageExample = { looked_at: '2026-03-01T12:00:00.000Z', is_current: true }
const wait = Optional(
  Type.Boolean({
    description: 'true: answer when they are current. Otherwise what is known is answered at once, with its age.',
  }),
)

const NO_SHOP = { 404: 'There is no such shop.' }

const FAULTS = ['no_picture', 'price_zero', 'no_description', 'no_type'] as const
const KINDS = ['synonym', 'redirect', 'rule', 'data', 'choose'] as const
const EVIDENCE = ['reformulation', 'spelling', 'same_title', 'common_word', 'clicks', ...FAULTS] as const

export const Suggestion = Type.Object({
  id: Text({ description: 'The same for the same proposal.' }),
  kind: OneOf(KINDS),
  query: Text(),
  proposal: Text(),
  patch: AnyObject({
    description:
      'JSON Merge Patch on the configuration, ready for a draft; empty where the catalog is to be mended (`data`) and where a person has to choose (`choose`).',
  }),
  evidence: Type.Array(
    Type.Object({
      kind: OneOf(EVIDENCE),
      text: Text(),
      count: Nullable(Type.Integer()),
    }),
  ),
  confidence: Nullable(
    Type.Number({
      description:
        'Of what shoppers typed next: at least this share of them meant it (95 %). null where nothing was counted.',
    }),
  ),
  candidates: Type.Array(Type.Integer(), {
    description: 'With `choose`: the products nearest in meaning, for a person to choose from.',
  }),
  lost_searches: Type.Integer({ description: 'Searches of the last 30 days without result or click.' }),
  results_now: Type.Integer(),
  results_expected: Type.Integer({ description: 'What the query finds with the patch.' }),
})
export type Suggestion = Static<typeof Suggestion>

export const suggestionsRoute = adminRoute({
  method: 'GET',
  path: '/shops/:shop/suggestions',
  access: EVERY_ROLE,
  summary: 'Proposals for searches that fail',
  description:
    'From searches without result or click: what shoppers typed next, what it is spelt like, pages of that name, ' +
    'faults that most of the products shown share (`data`); and products that most shoppers choose though they stand far down (`rule`). ' +
    'A synonym is proposed only where it was tried on what shoppers did: it finds what visitors of the other word chose, and pushes nothing down ' +
    'that visitors of other searches chose. Where nothing is certain, the nearest products are given to choose from (`choose`). ' +
    'Most lost searches first; what is already live or was dismissed is not proposed again. Then, from the first day on, common words that find nothing though the ' +
    'shop sells the thing under another name.',
  query: { kind: Optional(OneOf(KINDS)), wait },
  response: Type.Object({ suggestions: Type.Array(Suggestion), ...age }),
  otherStatuses: NO_SHOP,
  example: {
    response: {
      ...ageExample,
      suggestions: [
        {
          id: '5f1d7a84db00d2fc',
          kind: 'synonym' as const,
          query: 'couch',
          proposal: '“couch” also finds “sofa”',
          patch: { search: { synonyms: [{ from: 'couch', to: 'sofa' }] } },
          evidence: [{ kind: 'reformulation' as const, text: 'shoppers then searched for “sofa”', count: 14 }],
          confidence: 0.62,
          candidates: [],
          lost_searches: 31,
          results_now: 0,
          results_expected: 12,
        },
      ],
    },
  },
})

export const dismissSuggestionRoute = adminRoute({
  method: 'POST',
  path: '/shops/:shop/suggestions/:id/dismiss',
  access: EDITORS,
  summary: 'Say that a proposal is not wanted',
  description: 'It is not made again. Dismissing one twice, or one that is gone, changes nothing.',
  response: Type.Object({ id: Text() }),
  otherStatuses: NO_SHOP,
  example: { response: { id: '5f1d7a84db00d2fc' } },
})

export const QualityFinding = Type.Object({
  check: OneOf([
    'no_picture',
    'price_zero',
    'no_type',
    'duplicate_title',
    'spelling',
    'no_description',
    'unknown_stock',
  ]),
  severity: OneOf(['high', 'medium', 'low']),
  count: Type.Integer({ description: 'Products.' }),
  sample_ids: Type.Array(Type.Integer()),
  details: Type.Array(Type.Object({ text: Text(), count: Type.Integer() })),
  searches_affected: Type.Integer({
    description: 'Searches of the last 30 days, of the 20 most frequent queries, that find one of the products.',
  }),
  fix: Text(),
})
export type QualityFinding = Static<typeof QualityFinding>

export const qualityRoute = adminRoute({
  method: 'GET',
  path: '/shops/:shop/quality',
  access: EVERY_ROLE,
  summary: 'What is wrong with the catalog',
  query: { wait },
  response: Type.Object({ checks: Type.Array(QualityFinding), ...age }),
  otherStatuses: NO_SHOP,
  example: {
    response: {
      ...ageExample,
      checks: [
        {
          check: 'spelling' as const,
          severity: 'medium' as const,
          count: 14,
          sample_ids: [632910392],
          details: [{ text: 'Color: Grey, grey, Gray', count: 14 }],
          searches_affected: 210,
          fix: 'spell the value in one way: each spelling is a filter value of its own',
        },
      ],
    },
  },
})

const Faults = Type.Array(Type.Object({ line: Type.Integer(), error: Text() }))

export const ImportJob = Type.Object({
  id: Text(),
  file: Text(),
  actor: Text(),
  bytes: Type.Integer(),
  state: OneOf(['waiting', 'running', 'done', 'failed']),
  progress: Type.Number({ description: '0 to 1: how much of the file has been read.' }),
  created_at: DateTime(),
  started_at: Nullable(DateTime()),
  finished_at: Nullable(DateTime()),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  rejected: Type.Integer(),
  faults: Type.Unsafe<Static<typeof Faults>>({ ...Faults, description: 'The first 200.' }),
  notes: Type.Array(Type.Object({ line: Type.Integer(), text: Text() })),
  error: Nullable(Text()),
})
export type ImportJob = Static<typeof ImportJob>

const jobExample = {
  id: '0198f2a0-7c1e-7b9a-9d0f-0f6d5b7f2a11',
  file: 'products.csv',
  actor: 'mia@linen-house.example',
  bytes: 120_000,
  state: 'done' as const,
  progress: 1,
  created_at: '2026-03-01T12:00:00.000Z',
  started_at: '2026-03-01T12:00:00.000Z',
  finished_at: '2026-03-01T12:00:02.000Z',
  created: 120,
  updated: 0,
  unchanged: 0,
  rejected: 1,
  faults: [{ line: 12, error: 'title is missing' }],
  notes: [],
  error: null,
}

export const createImportRoute = adminRoute({
  method: 'POST',
  path: '/shops/:shop/imports',
  access: EDITORS,
  summary: 'Import a product file beside the requests',
  description:
    'The file is taken in whole, then read in the background; formats as of `products/import`. Jobs belong to the process that took the file: ' +
    'after a restart an unfinished one has to be sent again, which stores nothing twice.',
  body: 'ndjson',
  query: { name: Optional(Name({ description: 'Of the file, for the list.' })), ...sourceQuery },
  request: Text({ description: 'The file.', 'x-streamed': true }) as TSchema,
  response: ImportJob,
  successStatus: 202,
  otherStatuses: NO_SHOP,
  example: { request: 'Handle,Title,Variant Price\nlinen-shirt,Linen shirt,59.00\n', response: jobExample },
})

export const listImportsRoute = adminRoute({
  method: 'GET',
  path: '/shops/:shop/imports',
  access: EVERY_ROLE,
  summary: 'List the imports of this process',
  response: Type.Object({ imports: Type.Array(ImportJob) }),
  otherStatuses: NO_SHOP,
  example: { response: { imports: [jobExample] } },
})

export const getImportRoute = adminRoute({
  method: 'GET',
  path: '/shops/:shop/imports/:id',
  access: EVERY_ROLE,
  summary: 'Show an import',
  response: ImportJob,
  otherStatuses: { 404: 'There is no such import.' },
  example: { response: jobExample },
})

export const streamRoute = adminRoute({
  method: 'GET',
  path: '/shops/:shop/stream',
  access: EVERY_ROLE,
  summary: 'What happens in the shop, live',
  description:
    'Server-sent events, each told when it changed: `config {version, author, note}`, `imports {imports}`, `alerts {alerts}`, `drafts {drafts}`, `embedding {spaces}`, ' +
    '`event` with what became of each event that came in.',
  response: Text(),
  responseType: 'text/event-stream',
  otherStatuses: NO_SHOP,
})
