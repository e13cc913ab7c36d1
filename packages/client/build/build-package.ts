/** Builds JavaScript modules with self-contained types, because a shop's tools may not compile our sources. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import * as contract from '@vitrine/contract'
import { build } from 'esbuild'
import { type Schema, writeTypes } from './wire-types.ts'

const CLIENT = join(import.meta.dirname, '..')
const SOURCE = join(CLIENT, 'src')
const REPOSITORY = join(CLIENT, '../..')

const ENTRIES = {
  index: 'index.ts',
  admin: 'admin/index.ts',
  events: 'events/index.ts',
  pixel: 'events/pixel.ts',
  server: 'server/index.ts',
  instantsearch: 'instantsearch/index.ts',
  'type-ahead': 'type-ahead/index.ts',
  elements: 'elements/index.ts',
  vue: 'vue/index.ts',
}
/** Built separately, because every file of these entries begins with 'use client'. */
const REACT_ENTRIES = {
  react: 'react/index.ts',
  next: 'routers/next.ts',
  'react-router': 'routers/react-router.ts',
  'tanstack-router': 'routers/tanstack-router.ts',
}

export async function buildPackage(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  await bundle(ENTRIES, out, '')
  await bundle(REACT_ENTRIES, out, "'use client'")
  writeDeclarations(out)
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  copyFileSync(join(REPOSITORY, 'LICENSE'), join(out, 'LICENSE'))
  copyFileSync(join(CLIENT, 'README.md'), join(out, 'README.md'))
}

async function bundle(entries: Record<string, string>, outdir: string, banner: string): Promise<void> {
  await build({
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(SOURCE, file)])),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    external: ['react', 'vue', 'next/navigation', 'react-router', '@tanstack/react-router'],
    chunkNames: 'shared-[hash]',
    banner: { js: banner },
    logLevel: 'warning',
  })
}

/** Writes every type that the client imports from the contract: schemas as types, lists of event names as unions. */
function wireTypes(): string {
  const wanted = new Set<string>()
  for (const text of sources()) {
    for (const [, name] of text.matchAll(/\bWire\.(\w+)/g)) wanted.add(name as string)
    for (const [, names] of text.matchAll(/(?:import|export) type \{([^}]+)\} from '@vitrine\/contract'/g))
      for (const name of (names as string).split(',').filter((text) => text.trim() !== '')) wanted.add(name.trim())
  }
  const known = contract as unknown as Record<string, Schema | readonly string[]>
  const schemas = [...wanted].sort().map((name): [string, Schema] => {
    const schema = EVENT_NAMES[name] ?? known[name]
    if (!schema || Array.isArray(schema)) throw new Error(`the contract has no schema ${name}`)
    return [name, schema as Schema]
  })
  return writeTypes(new Map(schemas))
}

const ofAll = (properties: object): Schema => ({
  type: 'object',
  properties: properties as Record<string, Schema>,
  required: Object.keys(properties),
})

const EVENT_NAMES: Record<string, Schema> = {
  EventData: ofAll(contract.EVENT_DATA),
  EventTracks: ofAll(contract.EVENT_TRACKS),
  CustomEventName: { enum: [...contract.CUSTOM_EVENT_NAMES] },
  StandardEventName: { enum: [...contract.STANDARD_EVENT_NAMES] },
}

function sources(): string[] {
  return sourceFiles().map((file) => readFileSync(join(SOURCE, file), 'utf8'))
}

function sourceFiles(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
}

function writeDeclarations(out: string): void {
  const types = join(out, 'types')
  const settings = join(out, 'tsconfig.json')
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: SOURCE,
    outDir: types,
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
  }
  const modules = [...Object.values({ ...ENTRIES, ...REACT_ENTRIES }), 'routers/next-navigation.d.ts']
  const files = modules.map((file) => join(SOURCE, file))
  mkdirSync(types, { recursive: true })
  const wire = join(types, 'wire.d.ts')
  writeFileSync(wire, wireTypes())
  const paths = { '@vitrine/contract': [wire] }
  const extended = join(REPOSITORY, 'tsconfig.base.json')
  writeFileSync(settings, JSON.stringify({ extends: extended, compilerOptions: { ...compilerOptions, paths }, files }))
  execFileSync(process.execPath, [join(REPOSITORY, 'node_modules/typescript/bin/tsc'), '-p', settings])
  rmSync(settings)
  for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.d.ts')) standAlone(join(types, file), wire)
}

/** Rewrites imports of sources and of the contract, which the package does not contain. */
function standAlone(file: string, wire: string): void {
  const path = relative(dirname(file), wire).replace(/\.d\.ts$/, '.js')
  const text = readFileSync(file, 'utf8')
    .replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'")
    .replaceAll("'@vitrine/contract'", `'${path.startsWith('.') ? path : `./${path}`}'`)
  writeFileSync(file, text)
}

function manifest(): object {
  const source = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8'))
  const { private: _, exports: __, scripts: ___, devDependencies: ____, ...published } = source
  const entry = (js: string, file: string) => ({
    types: `./types/${file.replace(/\.ts$/, '.d.ts')}`,
    default: `./${js}.js`,
  })
  const exports = Object.fromEntries(
    Object.entries({ ...ENTRIES, ...REACT_ENTRIES }).map(([js, file]) => [
      js === 'index' ? '.' : `./${js}`,
      entry(js, file),
    ]),
  )
  return { ...published, main: './index.js', types: './types/index.d.ts', exports }
}
