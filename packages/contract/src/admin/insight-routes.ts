import type { Static, TSchema } from 'typebox'
import { adminRoute, EDITORS, EVERY_ROLE } from '../route.ts'
import { AnyObject, DateTime, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { Type } from '../type.ts'
import { fileName, sourceQuery } from './product-routes.ts'

const age = {
  looked_at: Nullable(DateTime('When they were computed; null while the first computation is running.')),
  is_current: Type.Boolean(
    'false: something has changed since, and they are being computed again. Ask again in a few seconds.',
  ),
}
const ageExample = { looked_at: '2026-03-01T12:00:00.000Z', is_current: true }
const wait = Optional(
  Type.Boolean('true: wait until they are current. Otherwise the last result is returned at once, with its age.'),
)

const NO_SHOP = { 404: 'There is no such shop.' }

const FAULTS = ['no_picture', 'price_zero', 'no_description', 'no_type'] as const
const KINDS = ['synonym', 'redirect', 'rule', 'data', 'choose'] as const
const EVIDENCE = ['reformulation', 'replay', 'chosen_next', 'spelling', 'same_title', 'clicks', ...FAULTS] as const

export const Suggestion = Type.Object({
  id: Text('Stable: the same proposal always has the same id.'),
  kind: OneOf(KINDS),
  query: Text(),
  proposal: Text(),
  patch: AnyObject(
    'JSON Merge Patch on the configuration, ready for a draft; empty if the catalog data has to be fixed (`data`) or a person has to choose (`choose`).',
  ),
  evidence: Type.Array(
    Type.Object({
      kind: OneOf(EVIDENCE),
      text: Text(),
      count: Nullable(Type.Integer()),
    }),
  ),
  confidence: Nullable(
    Type.Number(
      'At least this share of the shoppers who searched again, or clicked, meant this (95 % confidence); null if nothing was counted.',
    ),
  ),
  candidates: Type.Array(Type.Integer(), {
    description:
      'With `choose`: what shoppers chose after searching again, then the products closest in meaning, for a person to choose from.',
  }),
  lost_searches: Type.Integer('Searches of the last 30 days without a result or a click.'),
  results_now: Type.Integer(),
  results_expected: Type.Integer('Number of products the query finds with the patch.'),
})
export type Suggestion = Static<typeof Suggestion>

export const suggestionsRoute = adminRoute('GET /shops/:shop/suggestions', EVERY_ROLE, {
  summary: 'List proposals for searches that fail',
  description:
    'Derived from searches without a result or a click: what shoppers typed next, similar spellings, pages of that name, ' +
    'data problems that most of the products shown share (`data`), and products that most shoppers choose although they rank low (`rule`). ' +
    'A synonym is proposed only after a test on past searches: it must find what shoppers chose with the other word, and must not push down ' +
    'what shoppers chose in other searches. If nothing is certain, the closest products are offered for a choice (`choose`). ' +
    'Proposals are sorted by lost searches; what is already live or was dismissed is not proposed again.',
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

export const dismissSuggestionRoute = adminRoute('POST /shops/:shop/suggestions/:id/dismiss', EDITORS, {
  summary: 'Dismiss a proposal',
  description: 'It will not be made again. Dismissing a proposal twice, or one that no longer exists, changes nothing.',
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
  count: Type.Integer('Products.'),
  sample_ids: Type.Array(Type.Integer()),
  details: Type.Array(Type.Object({ text: Text(), count: Type.Integer() })),
  searches_affected: Type.Integer(
    'Searches of the last 30 days, among the 20 most frequent queries, that find one of the products.',
  ),
  fix: Text(),
})
export type QualityFinding = Static<typeof QualityFinding>

export const qualityRoute = adminRoute('GET /shops/:shop/quality', EVERY_ROLE, {
  summary: 'List problems in the catalog data',
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
          fix: 'use one spelling: each spelling becomes a separate filter value',
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
  progress: Type.Number('0 to 1: how much of the file has been read.'),
  created_at: DateTime(),
  started_at: Nullable(DateTime()),
  finished_at: Nullable(DateTime()),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  rejected: Type.Integer(),
  faults: Type.Unsafe<Static<typeof Faults>>({ ...Faults, description: 'The first 200 errors.' }),
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

export const createImportRoute = adminRoute('POST /shops/:shop/imports', EDITORS, {
  summary: 'Import a product file in the background',
  description:
    'The whole file is received first and then read in the background; it may have any format of `products/import`. A job belongs to the process that received the file: ' +
    'after a restart, send the file of an unfinished job again; nothing is stored twice.',
  body: 'ndjson',
  query: { name: fileName, ...sourceQuery },
  request: Text({ description: 'The file.', 'x-streamed': true }) as TSchema,
  response: ImportJob,
  successStatus: 202,
  otherStatuses: NO_SHOP,
  example: { request: 'Handle,Title,Variant Price\nlinen-shirt,Linen shirt,59.00\n', response: jobExample },
})

export const listImportsRoute = adminRoute('GET /shops/:shop/imports', EVERY_ROLE, {
  summary: 'List the imports of this process',
  response: Type.Object({ imports: Type.Array(ImportJob) }),
  otherStatuses: NO_SHOP,
  example: { response: { imports: [jobExample] } },
})

export const getImportRoute = adminRoute('GET /shops/:shop/imports/:id', EVERY_ROLE, {
  summary: 'Show an import',
  response: ImportJob,
  otherStatuses: { 404: 'There is no such import.' },
  example: { response: jobExample },
})

export const streamRoute = adminRoute('GET /shops/:shop/stream', EVERY_ROLE, {
  summary: 'Follow what happens in the shop, live',
  description:
    'Server-sent events, each sent when it changes: `config {version, author, note}`, `imports {imports}`, `alerts {alerts}`, `drafts {drafts}`, `embedding {spaces}`, ' +
    '`set_aside` with what could not be processed, `event` with the outcome of each event that arrived.',
  response: Text(),
  responseType: 'text/event-stream',
  otherStatuses: NO_SHOP,
})
