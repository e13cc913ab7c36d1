/** Builds a connector as a package that depends on the client's package. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from '../read-lockfile.ts'
import { readJson } from './workspaces.ts'

export type ConnectorName = 'connect-medusa' | 'connect-vendure'

/** Path in the package, where the platform expects the file, and path of the source. */
const PLACES: Record<ConnectorName, Record<string, string>> = {
  'connect-medusa': {
    '.medusa/server/src/search/product': 'plugin/search/product.ts',
    '.medusa/server/src/subscribers/vitrine-orders': 'plugin/subscribers/vitrine-orders.ts',
    '.medusa/server/src/api/middlewares': 'plugin/api/middlewares.ts',
  },
  'connect-vendure': {},
}

export async function buildConnector(name: ConnectorName, out: string): Promise<void> {
  const folder = join(ROOT, 'packages', name)
  const source = join(folder, 'src')
  const entries = { index: 'index.ts', ...PLACES[name] }
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  await build({
    entryPoints: Object.fromEntries(Object.entries(entries).map(([place, file]) => [place, join(source, file)])),
    outdir: out,
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    chunkNames: 'shared-[hash]',
    logLevel: 'warning',
  })
  writeDeclarations(folder, out)
  const { private: _, exports: __, devDependencies: ___, ...manifest } = readJson(join(folder, 'package.json'))
  const exports = { '.': { types: './types/index.d.ts', default: './index.js' }, './package.json': './package.json' }
  const files = ['*.js', 'types', '.medusa']
  writeFileSync(
    join(out, 'package.json'),
    `${JSON.stringify({ ...manifest, main: './index.js', exports, files }, null, 2)}\n`,
  )
  for (const file of ['LICENSE', 'README.md'])
    copyFileSync(join(file === 'LICENSE' ? ROOT : folder, file), join(out, file))
}

function writeDeclarations(folder: string, out: string): void {
  const settings = join(out, 'tsconfig.json')
  const types = join(out, 'types')
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: join(folder, 'src'),
    outDir: types,
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  }
  const ambient = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.d.ts'),
  )
  const files = ['index.ts', ...ambient].map((file) => join(folder, 'src', file))
  const text = JSON.stringify({ extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, files })
  writeFileSync(settings, text)
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', settings])
  rmSync(settings)
  for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.d.ts')) {
      const at = join(types, file)
      writeFileSync(at, readFileSync(at, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
    }
}
