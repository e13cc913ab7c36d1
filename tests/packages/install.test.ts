import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPackage } from '../../packages/client/build/build-package.ts'
import { buildServerPackage } from '../../scripts/pack/build-server-package.ts'
import { ownSystem } from '../../scripts/pack/runtime-package.ts'
import { type EmptyProject, emptyProject } from './empty-project.ts'

/** The package with models and runtime. Its dependencies take another hundred. */
const MAX_MEGABYTES = 130
const SHOP = 'installed.example.com'
const CSV = 'Handle,Title,Type,Variant Price\nhat,Felt hat,Hats,10.00\nsofa,Velvet sofa,Sofas,500.00\n'

let project: EmptyProject
let server: ChildProcess | undefined
const built = mkdtempSync(join(tmpdir(), 'vitrine-built-'))

beforeAll(async () => {
  buildServerPackage(join(built, 'server'), ownSystem())
  await buildPackage(join(built, 'client'))
  project = emptyProject()
  project.install([join(built, 'server'), join(built, 'client')])
})
afterAll(async () => {
  if (server?.kill()) await once(server, 'exit')
  project?.remove()
  rmSync(built, { recursive: true, force: true })
})

const environment = () => ({
  PATH: process.env.PATH,
  HOME: project.folder,
  VITRINE_DATA: join(project.folder, 'data'),
  VITRINE_EMBEDDER: 'none',
  PORT: '0',
})

function vitrine(...args: string[]): string {
  const bin = join(project.folder, 'node_modules/.bin/vitrine')
  return execFileSync(process.execPath, [bin, ...args], { cwd: project.folder, env: environment(), encoding: 'utf8' })
}

/** Resolves to the URL once the server is ready. */
async function serve(): Promise<string> {
  const bin = join(project.folder, 'node_modules/.bin/vitrine')
  server = spawn(process.execPath, [bin, 'serve'], {
    cwd: project.folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let url = ''
  for await (const line of createInterface({ input: server.stdout! })) {
    const entry = JSON.parse(line)
    if (entry.msg === 'listening') url = entry.url
    if (entry.msg === 'ready') return url
  }
  throw new Error('the server ended before it was ready')
}

describe('the packages in an empty folder', () => {
  it('run the command line, the server and a search with the client', async () => {
    expect(vitrine('--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
    vitrine('shops', 'create', SHOP)
    const apiKey = vitrine('keys', 'create', '--label', 'storefront').trim()
    vitrine('import', project.write('products.csv', CSV))
    const settings = { shop: SHOP, apiKey, baseUrl: await serve() }
    const script = project.write(
      'search.js',
      `import { createClient } from '@vitrine/client'
const client = createClient(${JSON.stringify(settings)})
const { products } = await client.search({ query: 'velvett sofa' })
console.log(products.map(({ title }) => title).join())
`,
    )
    const found = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [printed] = await once(found.stdout, 'data')
    expect(String(printed)).toBe('Velvet sofa\n')
    if (process.platform === 'linux') {
      const settings = readFileSync(`/proc/${server?.pid}/environ`, 'utf8')
      expect(settings).toContain('MALLOC_ARENA_MAX=2')
    }
  })

  it('are small and do not include the demo shop', () => {
    const names = readdirSync(join(project.folder, 'node_modules'))
    expect(names).not.toContain('onnxruntime-node')
    expect(existsSync(join(project.folder, 'node_modules/@vitrine/demo'))).toBe(false)
    const size = execFileSync('du', ['-sm', join(project.folder, 'node_modules/vitrine')], { encoding: 'utf8' })
    expect(Number(size.split('\t')[0])).toBeLessThanOrEqual(MAX_MEGABYTES)
  })

  it('include every model that may be loaded', () => {
    const script = project.write(
      'embed.js',
      `const { localEmbedder } = await import('./node_modules/vitrine/packages/embedder/src/local/local.js')
const { text, multilingual, close } = localEmbedder()
const sizes = [await text.embed(['hat'], 'query'), await multilingual.embed(['Hut'], 'query')].map(([one]) => one.length)
await close()
console.log(sizes.join())
`,
    )
    expect(execFileSync(process.execPath, [script], { encoding: 'utf8' })).toBe('384,512\n')
  })

  it('start with the bundled Node if the machine has an older one', () => {
    const bin = join(project.folder, 'node_modules/vitrine/bin/vitrine.mjs')
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`
    const old = `data:text/javascript,${encodeURIComponent(pretend)}`
    const out = execFileSync(process.execPath, ['--import', old, bin, '--version'], { encoding: 'utf8' })
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
