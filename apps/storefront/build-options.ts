/** How the demo storefront is bundled. React's own API, in Preact's size: a shopper on a slow line waits for every kilobyte. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions } from 'esbuild'

const root = import.meta.dirname
const moduleAt = (name: string) => fileURLToPath(import.meta.resolve(name))

export const buildOptions = {
  entryPoints: { app: join(root, 'src/main.tsx'), style: join(root, 'src/styles/index.css') },
  outdir: join(root, 'dist'),
  chunkNames: 'part-[hash]',
  alias: {
    react: moduleAt('preact/compat'),
    'react-dom/client': moduleAt('preact/compat/client'),
    'react/jsx-runtime': moduleAt('preact/jsx-runtime'),
  },
  bundle: true,
  splitting: true,
  minify: true,
  sourcemap: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
} as const satisfies BuildOptions
