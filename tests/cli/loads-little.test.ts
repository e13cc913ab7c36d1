/** Commands must load few modules, because users wait for them. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const VITRINE = fileURLToPath(new URL('../../packages/server/src/cli/vitrine.ts', import.meta.url))
/** Prints the URL of every loaded module. */
const TELL = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) { console.error(url); return next(url, context) } })
`)}`

function loadedBy(line: string, data?: string): string[] {
  const { NODE_COMPILE_CACHE, PATH } = process.env
  const command = ['--import', TELL, VITRINE, ...line.split(' ')]
  return execFileSync('sh', ['-c', '"$0" "$@" 2>&1 >/dev/null', process.execPath, ...command], {
    env: { NODE_COMPILE_CACHE, PATH, VITRINE_DATA: data },
    encoding: 'utf8',
  }).split('\n')
}

it.each(['--version', '--help', 'import --help'])('vitrine %s loads no stores, no engine and no schemas', (line) => {
  const loaded = loadedBy(line)
  expect(loaded.some((url) => url.endsWith('/cli/program.ts'))).toBe(true)
  const heavy = /packages\/(contract\/src\/index|engine\/)|\/ports\/\w+-store\/|node_modules\/(pg|yaml)\//
  expect(loaded.filter((url) => heavy.test(url))).toEqual([])
})

it('a command on a data folder loads the schemas, but not the library that only checks their types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-loads-'))
  try {
    const loaded = loadedBy('shops list', folder)
    expect(loaded.some((url) => url.endsWith('/contract/src/product.ts'))).toBe(true)
    expect(loaded.filter((url) => /node_modules\/typebox\//.test(url))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
