/** How the dashboard is bundled: what every screen needs first, each screen by itself. */
import { join } from 'node:path'
import type { BuildOptions } from 'esbuild'

const root = import.meta.dirname

export const buildOptions = {
  entryPoints: { app: join(root, 'src/main.tsx'), style: join(root, 'src/styles/index.css') },
  outdir: join(root, 'dist'),
  bundle: true,
  splitting: true,
  chunkNames: 'part-[hash]',
  minify: true,
  sourcemap: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
} as const satisfies BuildOptions
