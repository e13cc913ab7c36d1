/** Builds an app. File names contain a hash, so that browsers may cache them forever. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type BuildOptions, build, context, type Metafile, type Plugin } from 'esbuild'

export interface AppPlan {
  /** HTML source, which names `app.js` and `style.css` without their hashes. */
  page: string
  options: BuildOptions & { outdir: string }
}

/** Each screen that is loaded lazily becomes a chunk of its own. */
export const appOptions = (root: string) =>
  ({
    entryPoints: { app: join(root, 'src/main.tsx'), style: join(root, 'src/styles/index.css') },
    outdir: join(root, 'dist'),
    bundle: true,
    splitting: true,
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    minify: true,
    sourcemap: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  }) as const satisfies BuildOptions

/** `--watch` rebuilds the app on every change. */
export async function buildApp({ page, options }: AppPlan): Promise<void> {
  const { outdir } = options
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  const named = { ...options, entryNames: '[name]-[hash]', metafile: true, plugins: [finish(page, outdir)] }
  if (process.argv.includes('--watch')) await (await context(named)).watch()
  else await build(named)
}

function finish(page: string, outdir: string): Plugin {
  return {
    name: 'finish',
    setup({ onEnd }) {
      onEnd(async ({ metafile, errors }) => {
        if (metafile === undefined || errors.length > 0) return
        await writeFile(join(outdir, 'index.html'), withHashes(await readFile(page, 'utf8'), metafile))
        await packFiles(outdir)
      })
    },
  }
}

function withHashes(html: string, { outputs }: Metafile): string {
  const built = Object.keys(outputs).map((path) => basename(path))
  return html.replace(/\/(app|style)\.(js|css)"/g, (_all, name: string, ending: string) => {
    const found = built.find((file) => file.startsWith(`${name}-`) && file.endsWith(`.${ending}`))
    if (found === undefined) throw new Error(`the build has no file ${name}.${ending}`)
    return `/${found}"`
  })
}

/** Smaller files fit into one packet without compression. */
const MIN_BYTES = 1000

async function packFiles(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => /\.(js|css|html)$/.test(file))
  await Promise.all(files.map((file) => packFile(join(folder, file))))
}

async function packFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < MIN_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
