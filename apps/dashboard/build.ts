/** Bundles the dashboard into `dist/`. `--watch` rebuilds on every change. */
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build, context } from 'esbuild'
import { buildOptions } from './build-options.ts'

const { outdir } = buildOptions
await rm(outdir, { recursive: true, force: true })
await mkdir(outdir, { recursive: true })
await copyFile(join(import.meta.dirname, 'src/index.html'), join(outdir, 'index.html'))
if (process.argv.includes('--watch')) await (await context(buildOptions)).watch()
else await build(buildOptions)
