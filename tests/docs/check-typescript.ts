/** Compiles all TypeScript blocks together. Then each runs, or is bundled if it needs a browser or a framework. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { type CodeBlock, fileName, type Page } from './code-blocks.ts'
import type { GuideServer } from './guide-server.ts'
import type { ReaderFolder } from './reader-folder.ts'
import { atServer, type Finished, finished } from './run-shell.ts'

const AMBIENT = join(import.meta.dirname, 'ambient.d.ts')

/** Frameworks are not installed, so they are declared for the compiler and left out by the bundler. */
const FRAMEWORKS = [...readFileSync(AMBIENT, 'utf8').matchAll(/declare module '([^']+)'/g)].map(
  ([, name]) => name ?? '',
)

/** Options that a shop's own project would have. */
const COMPILER_OPTIONS = {
  target: 'es2022',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  isolatedModules: true,
  types: ['node'],
}

export const isTypeScript = ({ kind }: CodeBlock) => kind === 'ts' || kind === 'tsx'

export function codeFile(block: CodeBlock): string {
  return join('code', fileName(block) ?? `line-${block.line}.${block.kind}`)
}

export function writeTypeScript(page: Page, folder: ReaderFolder, server: GuideServer): void {
  for (const block of page.blocks.filter(isTypeScript)) {
    const asModule = /^(import|export) /m.test(block.text) ? '' : '\nexport {}\n'
    const name = fileName(block)
    // Writes each block where the compiler looks and where the reader's commands expect it.
    for (const path of [codeFile(block), ...(name ? [name] : [])]) {
      folder.write(path, atServer(block.text, server) + asModule)
    }
  }
}

/** Checks all pages in one run, because starting the compiler takes longest. */
export function checkTypes(readers: readonly { page: Page; folder: ReaderFolder }[]): Promise<Finished> {
  const files = readers.flatMap(({ page, folder }) =>
    page.blocks.filter(isTypeScript).map((block) => join(folder.path, codeFile(block))),
  )
  const [first] = readers
  if (first === undefined || files.length === 0) throw new Error('no page has code')
  const cwd = first.folder.path
  const config = { compilerOptions: COMPILER_OPTIONS, files: [AMBIENT, ...new Set(files)] }
  first.folder.write('guides.tsconfig.json', JSON.stringify(config))
  return finished(
    spawn(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'guides.tsconfig.json'], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

export async function runTypeScript(block: CodeBlock, folder: ReaderFolder): Promise<Finished> {
  const path = join(folder.path, codeFile(block))
  if (needsMore(block)) return bundle(path)
  return finished(
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

function needsMore(block: CodeBlock): boolean {
  const imports = [...block.text.matchAll(/from '([^']+)'/g)].map(([, name]) => name ?? '')
  return (
    block.kind === 'tsx' ||
    block.words.includes('browser') ||
    imports.some((name) => name.startsWith('.') || FRAMEWORKS.includes(name))
  )
}

async function bundle(path: string): Promise<Finished> {
  const result = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    jsx: 'automatic',
    external: [...FRAMEWORKS, 'react', 'react-dom', 'instantsearch.js'],
    logLevel: 'silent',
  })
  return { code: result.errors.length, output: result.errors.map((error) => error.text).join('\n') }
}
