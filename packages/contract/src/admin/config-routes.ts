import type { Static } from 'typebox'
import { ValidationItemSchema } from '../error-bodies.ts'
import { adminRoute, EDITORS, EVERY_ROLE } from '../route.ts'
import { DateTime, FreeObject, Line, NonEmpty, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { ShopConfigInput } from './shop-config.ts'
import { Type } from '../type.ts'
import { Id } from '../numbers.ts'

const NO_SHOP = { 404: 'There is no such shop.' }
const Path = Type.Array(Type.Union([Text(), Type.Integer()]), {
  description: 'In lists whose entries have ids, an entry is named by its id.',
})

export const ConfigDiffEntry = Type.Object({
  path: Path,
  kind: OneOf(['added', 'removed', 'changed']),
  from: Type.Unknown(),
  to: Type.Unknown(),
})
export type ConfigDiffEntry = Static<typeof ConfigDiffEntry>

export const ConfigVersionView = Type.Object({
  version: Type.Integer(),
  at: DateTime(),
  author: Nullable(Text('Who published it; null if unknown.')),
  note: Nullable(Text()),
  diff: Nullable(
    Type.Array(ConfigDiffEntry, {
      description: 'Compared with the previous version; null if that version is no longer kept.',
    }),
  ),
})
export type ConfigVersionView = Static<typeof ConfigVersionView>

const diffExample = [{ path: ['search', 'stop_words'], kind: 'changed' as const, from: [], to: ['the'] }]
const versionExample = {
  version: 12,
  at: '2026-03-01T12:00:00.000Z',
  author: 'mia@linen-house.example',
  note: 'stop words',
  diff: diffExample,
}

export const listVersionsRoute = adminRoute('GET /shops/:shop/config/versions', EVERY_ROLE, {
  summary: 'List the versions of the configuration',
  description: 'Newest first, each with its author and what it changed. The latest 500 are kept.',
  query: {
    before: Optional(Id('Returns only versions below this one, which gives the next page.')),
    limit: Optional(Type.Integer({ minimum: 1, maximum: 50, description: '20 by default.' })),
  },
  response: Type.Object({ versions: Type.Array(ConfigVersionView) }),
  otherStatuses: NO_SHOP,
  example: { response: { versions: [versionExample] } },
})

const configExample = { search: { stop_words: ['the'] } }

export const getVersionRoute = adminRoute('GET /shops/:shop/config/versions/:version', EVERY_ROLE, {
  summary: 'Show a version of the configuration',
  response: Type.Object({ ...ConfigVersionView.properties, config: ShopConfigInput }),
  otherStatuses: { 404: 'There is no such shop or version.' },
  example: { response: { ...versionExample, config: configExample } },
})

export const restoreVersionRoute = adminRoute('POST /shops/:shop/config/versions/:version/restore', EDITORS, {
  summary: 'Make an earlier version the newest',
  description: 'Secrets are not changed. To undo it, restore the previous version.',
  request: Type.Object({ note: Optional(Line()) }),
  bodyRequired: true,
  headers: {
    'if-match': 'The ETag of the configuration when it was read; the answer is 412 if it is no longer the newest.',
  },
  response: ShopConfigInput,
  otherStatuses: { 404: 'There is no such shop or version.', 412: 'Somebody else changed the configuration.' },
  example: { request: { note: 'back to winter' }, response: configExample },
})

const MergeConflict = Type.Object({
  path: Path,
  base: Type.Unknown(),
  mine: Type.Unknown({ description: 'The value in the draft.' }),
  theirs: Type.Unknown({ description: 'The live value.' }),
})

export const DraftView = Type.Object({
  id: Text(),
  title: Text(),
  patch: FreeObject('JSON Merge Patch on the configuration of `base_version`.'),
  base_version: Type.Integer(),
  author: Text(),
  created_at: DateTime(),
  updated_at: DateTime(),
  publish_at: Nullable(DateTime('When it is published automatically.')),
  failure: Nullable(Text('Why it was not published at the scheduled time.')),
  diff: Type.Array(ConfigDiffEntry, { description: 'What publishing it now would change.' }),
  faults: Type.Array(ValidationItemSchema, { description: 'The errors that prevent it from being published.' }),
  conflicts: Type.Array(MergeConflict, {
    description: 'Settings changed both by the draft and by somebody else since `base_version`.',
  }),
})
export type DraftView = Static<typeof DraftView>

const draftExample = {
  id: 'spring',
  title: 'Spring words',
  patch: configExample,
  base_version: 12,
  author: 'mia@linen-house.example',
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  publish_at: null,
  failure: null,
  diff: diffExample,
  faults: [],
  conflicts: [],
}
const DRAFT_HEADERS = {
  'if-match':
    'The ETag of the draft when it was read; the answer is 412 if somebody has changed or published it since.',
}
const NO_DRAFT = { 404: 'There is no such shop or draft.' }

const DraftPatch = FreeObject({ 'x-max-nodes': 200_000, maxProperties: 100, description: 'JSON Merge Patch.' })
const BaseVersion = Optional(Id('The version the patch is based on; the newest by default.'))

export const listDraftsRoute = adminRoute('GET /shops/:shop/drafts', EVERY_ROLE, {
  summary: 'List the drafts',
  description: 'The most recently changed draft comes first.',
  response: Type.Object({ drafts: Type.Array(DraftView) }),
  otherStatuses: NO_SHOP,
  example: { response: { drafts: [draftExample] } },
})

export const putDraftRoute = adminRoute('PUT /shops/:shop/drafts/:id', EDITORS, {
  summary: 'Create or change a draft',
  description:
    'A draft is a change to the configuration that is not live. A draft with errors is stored, and the errors are listed. Changing a draft cancels its schedule. ' +
    'Its `ETag` identifies the last change, for `If-Match`.',
  headers: DRAFT_HEADERS,
  request: Type.Object({ title: Optional(NonEmpty()), patch: DraftPatch, base_version: BaseVersion }),
  response: DraftView,
  otherStatuses: {
    ...NO_SHOP,
    201: 'The draft was created.',
    409: 'The shop has too many drafts.',
    412: 'Somebody else has changed or published it since it was read.',
  },
  example: { request: { title: 'Spring words', patch: configExample, base_version: 12 }, response: draftExample },
})

export const getDraftRoute = adminRoute('GET /shops/:shop/drafts/:id', EVERY_ROLE, {
  summary: 'Show a draft',
  response: DraftView,
  otherStatuses: NO_DRAFT,
  example: { response: draftExample },
})

export const deleteDraftRoute = adminRoute('DELETE /shops/:shop/drafts/:id', EDITORS, {
  summary: 'Delete a draft',
  response: Type.Null(),
  successStatus: 204,
  otherStatuses: NO_DRAFT,
})

export const publishDraftRoute = adminRoute('POST /shops/:shop/drafts/:id/publish', EDITORS, {
  summary: 'Publish a draft',
  description:
    'The draft is merged with what others have published since: a setting that only one side changed is kept. If both changed the same setting, the answer is 412 with `conflicts`, unless ' +
    '`on_conflict` says that the draft wins. A draft with errors is not published. With `at`, it is published automatically at that time, and `warning` says whether ' +
    'it would have made the searches of the last 30 days worse. With `patch`, this content is published instead of the saved one, and the saved draft is removed in the same step.',
  headers: DRAFT_HEADERS,
  request: Type.Object({
    at: Optional(Nullable(DateTime('Published at once if absent or in the past.'))),
    note: Optional(Line()),
    patch: Optional(DraftPatch),
    base_version: BaseVersion,
    on_conflict: Optional(OneOf(['refuse', 'draft_wins'], { default: 'refuse' })),
  }),
  bodyRequired: true,
  response: Type.Object({
    version: Nullable(Type.Integer('The new version; null if it is published later.')),
    diff: Nullable(Type.Array(ConfigDiffEntry)),
    scheduled: Nullable(DraftView),
    warning: Nullable(Text('Why the scheduled change looks harmful; it is published on time all the same.')),
  }),
  otherStatuses: {
    ...NO_DRAFT,
    202: 'The draft is scheduled.',
    412: 'Somebody else changed the same settings; `conflicts` lists them.',
  },
  example: {
    request: { note: 'spring' },
    response: { version: 13, diff: diffExample, scheduled: null, warning: null },
  },
})
