import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

async function bundle(code: string): Promise<{ bytes: number; inputs: string[] }> {
  const result = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    splitting: true,
    outdir: 'out',
    metafile: true,
    external: ['react', 'vue', 'next/navigation', 'react-router', '@tanstack/react-router'],
  })
  const [path, { inputs }] = Object.entries(result.metafile.outputs).find(([, { entryPoint }]) => entryPoint)!
  const main = result.outputFiles.find((file) => file.path.endsWith(path))!
  return { bytes: gzipSync(main.contents).length, inputs: Object.keys(inputs) }
}

describe('size of the client', () => {
  it('keeps the core under 4 kB gzipped', async () => {
    const { bytes } = await bundle("export { createClient } from './index.ts'")
    expect(bytes).toBeLessThan(4 * 1024)
  })

  it.each(['./react/index.ts', './routers/next.ts', './routers/react-router.ts', './routers/tanstack-router.ts'])(
    'keeps %s under 4.5 kB gzipped',
    async (part) => {
      const { bytes } = await bundle(`export * from '${part}'`)
      expect(bytes).toBeLessThan(4.5 * 1024)
    },
  )

  it('excludes the debugger from the code that every page loads', async () => {
    const { inputs } = await bundle("export * from './events/index.ts'")
    expect(inputs.filter((path) => path.includes('events/queue'))).toHaveLength(1)
    expect(inputs.filter((path) => path.includes('debugger/'))).toEqual([])
  })

  it('keeps core and events together under 8 kB gzipped', async () => {
    const { bytes } = await bundle("export { createClient } from './index.ts'; export * from './events/index.ts'")
    expect(bytes).toBeLessThan(8 * 1024)
  })

  it('contains no code of other packages', async () => {
    const { inputs } = await bundle(
      "export * from './index.ts'; export * from './events/index.ts'; export * from './events/pixel.ts'; export * from './instantsearch/index.ts'; export * from './react/index.ts'; export * from './vue/index.ts'; export * from './type-ahead/index.ts'; export * from './routers/react-router.ts'",
    )
    expect(inputs.filter((path) => path.includes('node_modules') || path.includes('contract'))).toEqual([])
  })

  it.each(['vue', 'type-ahead'])('keeps %s under 5 kB gzipped', async (part) => {
    const { bytes } = await bundle(`export * from './${part}/index.ts'`)
    expect(bytes).toBeGreaterThan(500)
    expect(bytes).toBeLessThan(5 * 1024)
  })

  it('keeps the elements, including client and events, under 15 kB gzipped', async () => {
    const { bytes } = await bundle(
      "export * from './elements/index.ts'; export * from './events/index.ts'; export { createClient } from './index.ts'",
    )
    expect(bytes).toBeLessThan(15 * 1024)
  })

  it('lets bundlers drop what is not used', async () => {
    const { bytes } = await bundle("import { fromWire } from './index.ts'; console.log(fromWire)")
    expect(bytes).toBeLessThan(1200)
  })
})
