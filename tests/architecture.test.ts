import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawRooms, type Import, importsOf, root, sourceFiles } from '../scripts/rooms.ts'

interface Rule {
  /** Path from the root. For a file in several folders, the longest path applies. */
  folder: string
  /** Packages and server folders that may be imported; `node:` stands for Node's modules. */
  may: (string | RegExp)[]
}

const PURE_NODE = /^$/
const SERVER = 'packages/server/src'

const rules: Rule[] = [
  { folder: 'packages/contract/src', may: ['typebox', 'ajv'] },
  { folder: 'packages/array-container/src', may: [PURE_NODE] },
  {
    folder: 'packages/engine/src',
    may: ['@vitrine/array-container', '@orama/stemmers', 'lru-cache', 'stopword', PURE_NODE],
  },
  { folder: 'packages/recommend/src', may: ['@vitrine/array-container', PURE_NODE] },
  { folder: 'packages/worker-rpc/src', may: ['node:'] },
  {
    folder: 'apps/demo/src',
    may: ['@vitrine/contract', '@vitrine/server/plugin', 'commander', 'lru-cache', 'node:'],
  },
  {
    folder: 'packages/embedder/src',
    may: ['@vitrine/engine', '@vitrine/worker-rpc', 'node:', 'onnxruntime-node', 'sharp', '@huggingface/tokenizers'],
  },
  { folder: 'packages/client/src', may: ['@vitrine/contract', 'react', 'vue', PURE_NODE] },
  {
    folder: 'packages/client/src/routers',
    may: ['packages/client/src/react', 'react', 'next/navigation', 'react-router', '@tanstack/react-router'],
  },
  { folder: 'packages/connect-medusa/src', may: ['@vitrine/client', '@medusajs/framework', PURE_NODE] },
  { folder: 'packages/connect-vendure/src', may: ['@vitrine/client', '@vendure/core', 'graphql', /^@nestjs/] },
  { folder: 'apps', may: ['@vitrine/client', 'apps/common', 'react', 'react-dom', PURE_NODE] },
  {
    folder: 'apps/dashboard/src',
    may: ['@vitrine/client', 'apps/common', '@tanstack/react-query', 'react', 'react-dom', PURE_NODE],
  },
  {
    folder: `${SERVER}/features`,
    may: [
      '@vitrine/contract',
      '@vitrine/embedder',
      '@vitrine/engine',
      '@vitrine/recommend',
      `${SERVER}/features`,
      `${SERVER}/ports`,
      'node:',
      /^(jose|bowser|isbot|lru-cache|pino|csv-parse|saxes|fflate|yaml|entities)(\/|$)/,
    ],
  },
  { folder: `${SERVER}/ports`, may: ['@vitrine/contract', '@vitrine/engine', `${SERVER}/ports`, 'node:', /^[@a-z]/] },
  {
    folder: `${SERVER}/http`,
    may: [
      '@vitrine/contract',
      `${SERVER}/features`,
      `${SERVER}/ports`,
      `${SERVER}/http`,
      'node:',
      /^(@?fastify|@scalar|@modelcontextprotocol|zod|pino|prom-client|lru-cache)/,
    ],
  },
  {
    folder: `${SERVER}/jobs`,
    may: [
      '@vitrine/contract',
      '@vitrine/embedder',
      '@vitrine/engine',
      '@vitrine/recommend',
      `${SERVER}/features`,
      `${SERVER}/ports`,
      `${SERVER}/jobs`,
      'node:',
      /^(pino|prom-client)$/,
    ],
  },
  { folder: `${SERVER}/cli`, may: [/./] },
  { folder: SERVER, may: [/./] },
]

/**
 * Lists which feature may import which, dynamic imports included. Imports only go upwards, so there are no cycles. What
 * two features share has a folder of its own, in the first group.
 */
const features: [feature: string, may: string[]][] = [
  ['errors', []],
  ['platform', []],
  ['identity', ['platform']],
  ['cache-limit', []],
  ['work-ledger', []],
  ['call', ['identity', 'work-ledger']],
  ['serves', ['identity']],
  ['merchandise', ['identity', 'platform']],
  ['experiments', ['identity', 'merchandise', 'platform', 'serves']],
  ['query', ['call', 'errors', 'experiments', 'identity', 'merchandise', 'platform', 'work-ledger']],
  ['catalog', ['errors', 'platform']],
  ['access', ['errors']],
  ['shops', ['access', 'cache-limit', 'errors', 'platform']],
  ['automatic', ['shops']],

  ['ingest', ['cache-limit', 'errors', 'identity', 'platform']],
  ['profiles', ['identity', 'platform']],
  ['attribution', ['platform']],
  ['analytics', ['errors', 'platform', 'query']],
  ['webhooks', ['catalog', 'errors', 'platform', 'shops']],
  ['session', ['cache-limit', 'call', 'catalog', 'identity', 'platform', 'query']],
  ['vectors', ['cache-limit', 'query']],
  ['facets', ['call', 'errors', 'experiments', 'platform', 'query']],
  [
    'search',
    ['call', 'catalog', 'errors', 'experiments', 'facets', 'identity', 'platform', 'query', 'serves', 'session'],
  ],
  [
    'image-search',
    ['call', 'catalog', 'errors', 'experiments', 'platform', 'query', 'serves', 'vectors', 'work-ledger'],
  ],
  [
    'recommend',
    ['call', 'catalog', 'errors', 'experiments', 'identity', 'merchandise', 'platform', 'query', 'serves', 'vectors'],
  ],
  ['look-up', ['call', 'catalog', 'errors', 'platform', 'query']],
  ['sections', ['call', 'catalog', 'errors', 'experiments', 'platform', 'query', 'recommend', 'session']],
  ['agents', ['call', 'errors', 'facets', 'look-up', 'platform', 'query', 'recommend', 'search']],
  [
    'preview',
    [
      'call',
      'errors',
      'experiments',
      'facets',
      'image-search',
      'merchandise',
      'query',
      'search',
      'sections',
      'serves',
      'shops',
      'work-ledger',
    ],
  ],
  ['search-health', ['analytics', 'call', 'preview', 'query', 'search']],
  ['insights', ['analytics', 'call', 'errors', 'platform', 'preview', 'query', 'search']],
]

/** Returns the feature's folder, or the name of a file without a folder. */
function featureOf(file: string): string | undefined {
  return file.startsWith(`${SERVER}/features/`) ? file.split('/')[4]?.replace(/\.ts$/, '') : undefined
}

/** Each folder of the engine may only import from folders before it. */
const ENGINE = 'packages/engine/src'
const engineFolders = [
  ...['languages', 'text', 'colors', 'columns', 'facets', 'query', 'expand', 'values', 'match', 'rank'],
  ...['vectors', 'pictures', 'suggest', 'index'],
]

function engineFolderOf(path: string): string | undefined {
  const [folder, file] = path.startsWith(`${ENGINE}/`) ? path.slice(ENGINE.length + 1).split('/') : []
  return file === undefined ? undefined : folder
}

/** Adapters, which are named after their technology. Only the composition, their own folder and tests know them. */
const ADAPTER =
  /\/ports\/(admin-store|record-store|event-log|derived-store|webhook-memory|vector-archive|search-index|image-source)\/(sqlite|postgres|local|http|folder|in-process)/

const files = sourceFiles()
const imports = files.flatMap(importsOf)

/** Each takes megabytes of memory in every thread that loads it. */
const LOADED_LATE = [
  ...['undici', 'pg', 'sharp', 'onnxruntime-node', '@huggingface/tokenizers'],
  ...['yaml', 'csv-parse', 'csv-parse/sync', 'saxes', 'fflate'],
]

/** Follows imports other than dynamic ones. */
function loadedWith(entries: readonly string[]): ReadonlySet<string> {
  const loaded = new Set(entries.flatMap(fileOf))
  for (const file of loaded)
    for (const one of imports)
      if (one.file === file && !one.typeOnly && !one.dynamic)
        for (const target of fileOf(one.target)) loaded.add(target)
  return loaded
}

/** Names of other packages are returned unchanged. */
function fileOf(name: string): string[] {
  const [, own, part = ''] = /^@vitrine\/([^/]+)(.*)$/.exec(name) ?? []
  if (own === undefined) return [name]
  const { exports } = JSON.parse(readFileSync(join(root, 'packages', own, 'package.json'), 'utf8'))
  return [join('packages', own, exports[`.${part}`])]
}

function ruleOf(file: string): Rule | undefined {
  return rules.filter((rule) => file.startsWith(`${rule.folder}/`)).sort((a, b) => b.folder.length - a.folder.length)[0]
}

function isAllowed(rule: Rule, { file, target }: Import): boolean {
  if (target.startsWith(rule.folder)) return true
  // A file may import from its own folder.
  if (target.startsWith(dirname(file))) return true
  const name = builtinModules.includes(target) ? `node:${target}` : target
  return rule.may.some((allowed) =>
    typeof allowed === 'string'
      ? name === allowed || name.startsWith(`${allowed}/`) || (allowed === 'node:' && name.startsWith('node:'))
      : allowed.test(name),
  )
}

describe('the folder tree is the architecture', () => {
  it('imports only what the table allows', () => {
    const wrong = imports.filter((one) => {
      const rule = ruleOf(one.file)
      return rule !== undefined && !isAllowed(rule, one)
    })
    expect(wrong.map((one) => `${one.file} imports ${one.target}`)).toEqual([])
  })

  it('lets a feature import only the features that the list allows it', () => {
    const may = new Map(features)
    const wrong = imports.filter(({ file, target }) => {
      const [from, to] = [featureOf(file), featureOf(target)]
      return from !== undefined && to !== undefined && from !== to && !may.get(from)?.includes(to)
    })
    expect(wrong.map((one) => `${one.file} imports ${one.target}`)).toEqual([])
  })

  it('lists every feature, below everything that it may import', () => {
    const order = features.map(([feature]) => feature)
    expect(order.toSorted()).toEqual([...new Set(files.flatMap((file) => featureOf(file) ?? []))].sort())
    const upward = features.flatMap(([feature, may], place) =>
      may.filter((one) => !order.slice(0, place).includes(one)).map((one) => `${feature} may import ${one}`),
    )
    expect(upward).toEqual([])
  })

  it('lets a folder of the engine import only the folders below it', () => {
    const found = new Set(files.flatMap((file) => engineFolderOf(file) ?? []))
    expect([...found].sort()).toEqual(engineFolders.toSorted())
    const wrong = imports.filter(({ file, target }) => {
      const [from, to] = [engineFolderOf(file), engineFolderOf(target)]
      return from !== undefined && to !== undefined && engineFolders.indexOf(to) > engineFolders.indexOf(from)
    })
    expect(wrong.map((one) => `${one.file} imports ${one.target}`)).toEqual([])
  })

  it("names adapters only in compose/, the command line and the adapters' own folders", () => {
    const wrong = imports.filter((one) => {
      const adapter = ADAPTER.test(`/${one.target}`)
      const own = dirname(one.target) === dirname(one.file) || one.file.startsWith(`${SERVER}/ports/`)
      return (
        adapter &&
        !one.typeOnly &&
        !own &&
        !one.file.startsWith(`${SERVER}/compose/`) &&
        !one.file.startsWith(`${SERVER}/cli/`)
      )
    })
    expect(wrong.map((one) => `${one.file} imports ${one.target}`)).toEqual([])
  })

  it('loads native model and picture libraries only in the embedder package', () => {
    const wrong = imports.filter(
      ({ file, target }) => /^(onnxruntime-node|sharp)$/.test(target) && !file.startsWith('packages/embedder/'),
    )
    expect(wrong.map((one) => `${one.file} imports ${one.target}`)).toEqual([])
  })

  it('starts without the libraries that only some deployments or requests need', () => {
    const loaded = loadedWith([`${SERVER}/cli/program.ts`, `${SERVER}/main.ts`])
    expect(loaded).toContain('fastify')
    expect(LOADED_LATE.filter((name) => loaded.has(name))).toEqual([])
  })

  it('loads only the color code of the engine in the thread of the picture model', () => {
    const loaded = loadedWith(['packages/embedder/src/local/visual-encoder.ts'])
    expect(loaded).toContain(`${ENGINE}/colors/color-descriptor.ts`)
    expect(loaded).not.toContain(`${ENGINE}/index.ts`)
  })

  it('lets only main.ts, the command line and tests import compose/', () => {
    const wrong = imports.filter(
      (one) =>
        one.target.startsWith(`${SERVER}/compose/`) &&
        !one.file.startsWith(`${SERVER}/compose/`) &&
        one.file !== `${SERVER}/main.ts` &&
        !one.file.startsWith(`${SERVER}/cli/`),
    )
    expect(wrong.map((one) => one.file)).toEqual([])
  })

  it('keeps the demo shop a plug-in: no package imports it, and it imports only types of the server', () => {
    const wrong = imports.filter(({ file, target, typeOnly }) => {
      const needsDemo = /^(@vitrine|apps)\/demo(\/|$)/.test(target) && file.startsWith('packages/')
      const needsServer = target.startsWith('@vitrine/server') && !typeOnly
      return needsDemo || needsServer
    })
    expect(wrong.map((one) => `${one.file} imports ${one.target}`)).toEqual([])
    const { dependencies } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'))
    expect(dependencies).not.toHaveProperty('@vitrine/demo')
  })

  it('reads the environment only where the process starts', () => {
    const readers = files.filter((file) => /process\.env\b/.test(readFileSync(join(root, file), 'utf8')))
    // encoder-thread.ts only sets a variable, which the model runtime reads.
    const allowed = [`${SERVER}/config.ts`, `${SERVER}/main.ts`, 'packages/embedder/src/onnx/encoder-thread.ts']
    expect(readers.filter((file) => !allowed.includes(file) && !file.startsWith(`${SERVER}/cli/`))).toEqual([])
  })
})

describe('ARCHITECTURE.md', () => {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

  it('shows the groups and arrows that follow from the imports (npm run rooms draws them)', () => {
    expect(page).toBe(drawRooms(page))
  })

  it('names files and folders that exist', () => {
    const places = ['', 'packages/', `${SERVER}/`, 'packages/engine/src/']
    const paths = [...page.matchAll(/`([a-z-]+\/[\w/.-]*[\w.-])`/g)].map((match) => match[1] as string)
    const missing = paths.filter((path) => !places.some((place) => existsSync(join(root, place, path))))
    expect(missing).toEqual([])
  })
})
