/** Tests the packed client in another project, installed from its file, with plain Node and a strict compiler. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CheckResult, checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPackage } from '../build/build-package.ts'

const REPOSITORY = join(import.meta.dirname, '../../..')
const CONTRACT = join(REPOSITORY, 'packages/contract/src/index.ts')

let folder: string
let project: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-client-package-'))
  project = join(folder, 'project')
  mkdirSync(project)
  await buildPackage(join(folder, 'dist'))
  npm(folder, 'pack', './dist')
  const [file = 'no file'] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  write('package.json', '{"name": "somebodys-shop", "type": "module", "private": true}')
  npm(project, 'install', '--offline', `../${file}`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function npm(cwd: string, ...words: string[]): void {
  execFileSync('npm', [...words, '--silent', '--no-audit', '--no-fund'], { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
}

function write(name: string, text: string): string {
  writeFileSync(join(project, name), text)
  return name
}

function run(text: string): unknown {
  const output = execFileSync(process.execPath, [write('main.js', text)], { cwd: project, encoding: 'utf8' })
  return JSON.parse(output)
}

function compile(name: string, text: string, options: object = {}): string {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom'],
    types: [],
    ...options,
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: [write(name, text)] }))
  try {
    execFileSync(process.execPath, [join(REPOSITORY, 'node_modules/typescript/bin/tsc')], { cwd: project })
    return ''
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout)
  }
}

describe('the packed client', () => {
  it('needs no other package', () => {
    const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))
    expect(installed).toEqual(['@vitrine'])
    expect(readdirSync(join(project, 'node_modules/@vitrine'))).toEqual(['client'])
  })

  it('can be imported by plain Node and answers in camelCase', () => {
    const answer = run(`
      import { createClient } from '@vitrine/client'
      import { createTracker, memoryStorage } from '@vitrine/client/events'
      import * as pixel from '@vitrine/client/pixel'
      import { instantSearchClient } from '@vitrine/client/instantsearch'
      const fetch = async (url, { body }) => Response.json({ products: [], search_metadata: { url, asked: JSON.parse(body) } })
      const client = createClient({ shop: 's', apiKey: 'k', baseUrl: 'http://shop.test', fetch })
      const { searchMetadata } = await client.search({ query: 'sofa', appliedFilters: [] })
      const parts = [createTracker, instantSearchClient, ...Object.values(pixel)].map((one) => typeof one)
      console.log(JSON.stringify({ searchMetadata, parts: [...new Set(parts)] }))`)
    expect(answer).toEqual({
      searchMetadata: {
        url: 'http://shop.test/api/storefront/v1/headless/search',
        asked: { query: 'sofa', appliedFilters: [] },
      },
      parts: ['function'],
    })
  })

  it('marks its hooks as code for the browser', () => {
    const text = readFileSync(join(project, 'node_modules/@vitrine/client/react.js'), 'utf8')
    expect(text.startsWith("'use client'")).toBe(true)
  })

  it.each([{ module: 'nodenext' }, { module: 'esnext', moduleResolution: 'bundler' }])(
    'has types that a strict project reads, its own checked too: %j',
    (options) => {
      for (const name of ['react', '@types', 'csstype'])
        symlinkSync(join(REPOSITORY, 'node_modules', name), join(project, 'node_modules', name))
      const complaints = compile(
        'shop.ts',
        `import { type Client, createClient, NetworkError } from '@vitrine/client'
       import { createTracker, searchEvents } from '@vitrine/client/events'
       import { useSearch } from '@vitrine/client/react'
       const client: Client = createClient({ shop: 's', baseUrl: 'http://shop.test' })
       export const titles = async () => {
         const answer = await client.search({ query: 'sofa', sortBy: 'price_asc' })
         void searchEvents(createTracker({ client, channel: 'headless' }), answer).rendered()
         const corrected: string | null = answer.searchMetadata.correctedQuery
         return [corrected, ...answer.products.map((product) => ('title' in product ? product.title : ''))]
       }
       export const useSofas = () => useSearch({ query: 'sofa' }).data?.pagination.hasNextPage
       export const known = (visitorId: string | undefined) => [
         client.search({ query: '', visitorId, pagination: { page: 1, limit: undefined } }),
         client.sections({ pageType: 'home', userId: visitorId }),
         client.init({ country: visitorId }),
       ]
       // @ts-expect-error only two strategies exist
       void client.top({ strategy: 'CHEAPEST' })
       export { NetworkError }`,
        options,
      )
      for (const name of ['react', '@types', 'csstype']) rmSync(join(project, 'node_modules', name))
      expect(complaints).toBe('')
    },
  )

  it('passes publint, and resolves its types in every way that ES modules allow', async () => {
    const { messages } = await publint({ pkgDir: join(folder, 'dist'), pack: 'npm', strict: true })
    expect(messages).toEqual([])
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
    const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(join(folder, file))))
    const { types, problems } = (await checkPackage(tarball)) as CheckResult & { problems: Problem[] }
    expect(types).toMatchObject({ kind: 'included' })
    // The package has only ES modules, so problems of CommonJS and of resolvers without `exports` do not count.
    const served = problems.filter(
      (one) => !('resolutionKind' in one) || !/^node10|node16-cjs/.test(one.resolutionKind),
    )
    expect(served.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([])
  })

  it('contains types identical to those of the contract', () => {
    const wire = readFileSync(join(folder, 'dist/types/wire.d.ts'), 'utf8')
    const names = [...wire.matchAll(/^export type (\w+) =/gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(25)
    const complaints = compile(
      'same.ts',
      `import type * as Source from '${CONTRACT}'
       import type * as Packed from '${join(folder, 'dist/types/wire.js')}'
       type Deep<T> = T extends object ? { [K in keyof T]: Deep<T[K]> } : T
       type Same<A, B> = (<T>() => T extends Deep<A> ? 1 : 2) extends <T>() => T extends Deep<B> ? 1 : 2 ? true : false
       // @ts-expect-error shows that the comparison can tell types apart
       export const told: Same<Packed.SearchRequest, Omit<Packed.SearchRequest, 'sort_by'> & { sort_by?: string }> = true
       ${names.map((name) => `export const is${name}: Same<Source.${name}, Packed.${name}> = true`).join('\n')}`,
      {
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        types: ['node'],
        typeRoots: [join(REPOSITORY, 'node_modules/@types')],
        lib: ['es2024', 'dom'],
      },
    )
    expect(complaints).toBe('')
  })
})
