import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { buildOptions } from '../build-options.ts'

/** Returns the scripts and styles that a browser loads before it can draw the screen. */
function loadedFor({ outputs }: Metafile, screen: string): string[] {
  const starts = Object.entries(outputs)
    .filter(([name, { entryPoint }]) => !name.endsWith('.map') && /main\.tsx|index\.css/.test(entryPoint ?? ''))
    .map(([name]) => name)
  const part = Object.keys(outputs).find((name) => outputs[name]?.entryPoint?.endsWith(screen))
  if (part === undefined) throw new Error(`no part for ${screen}`)
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === 'import-statement') load(path)
  }
  for (const name of [...starts, part]) load(name)
  return [...loaded]
}

describe('the first load of the dashboard', () => {
  it('stays under 150 kB gzipped, styles included', async () => {
    const { outputFiles, metafile } = await build({ ...buildOptions, write: false, metafile: true })
    const loaded = loadedFor(metafile, 'screens/today/today.tsx')
    const bytes = outputFiles
      .filter(({ path }) => loaded.some((name) => path.endsWith(name.slice(name.lastIndexOf('/')))))
      .reduce((sum, { contents }) => sum + gzipSync(contents).length, 0)
    expect(loaded.length).toBeGreaterThan(2)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(150_000)
  })
})
