/** A command line is waited for: what a command does not need, it does not load. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const VITRINE = fileURLToPath(new URL('../../packages/server/src/cli/vitrine.ts', import.meta.url))
/** Names every module that is loaded, on standard error. */
const TELL = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) { console.error(url); return next(url, context) } })
`)}`

it.each(['--version', '--help', 'completion bash', 'import --help'])(
  'vitrine %s loads neither stores nor engine nor schemas',
  (line) => {
    const { NODE_COMPILE_CACHE, PATH } = process.env
    const command = ['--import', TELL, VITRINE, ...line.split(' ')]
    const loaded = execFileSync('sh', ['-c', '"$0" "$@" 2>&1 >/dev/null', process.execPath, ...command], {
      env: { NODE_COMPILE_CACHE, PATH },
      encoding: 'utf8',
    }).split('\n')
    expect(loaded.some((url) => url.endsWith('/cli/program.ts'))).toBe(true)
    const heavy = /packages\/engine\/|\/ports\/\w+-store\/|node_modules\/(typebox|pg|yaml)\//
    expect(loaded.filter((url) => heavy.test(url))).toEqual([])
  },
)
