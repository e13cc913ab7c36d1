/** Bundles the demo storefront into `dist/`: one script, one stylesheet, one page. `--watch` rebuilds on every change. */
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildOptions, build, context } from 'esbuild'

const root = import.meta.dirname
const out = join(root, 'dist')

const options: BuildOptions = {
  entryPoints: { app: join(root, 'src/main.tsx'), style: join(root, 'src/styles/index.css') },
  outdir: out,
  bundle: true,
  minify: true,
  sourcemap: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
}

await mkdir(out, { recursive: true })
await copyFile(join(root, 'src/index.html'), join(out, 'index.html'))
if (process.argv.includes('--watch')) await (await context(options)).watch()
else await build(options)
