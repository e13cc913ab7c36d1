import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { openTrim } from './trim-when-idle.ts'

const MODULE = new URL('./trim-when-idle.ts', import.meta.url).href
const MIB = 2 ** 20

/** Of 160 MiB in small pieces all but every 200th are freed, so that none of it lies at the end of the heap. */
const PROGRAM = `
  const { openTrim } = await import(${JSON.stringify(MODULE)})
  const trim = await openTrim()
  let pieces = Array.from({ length: 20_000 }, () => new Uint8Array(8192).fill(1))
  const kept = pieces.filter((_, i) => i % 200 === 0)
  pieces = undefined
  gc()
  await new Promise((done) => setTimeout(done, 100))
  const before = process.memoryUsage.rss()
  await trim()
  console.log(before - process.memoryUsage.rss(), kept.length)
`

it.skipIf((await openTrim()) === undefined)(
  'memory that was freed between pieces in use goes back to the system',
  () => {
    const env = { ...process.env, MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '' }
    const { stdout } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', PROGRAM], { env })
    const [givenBack] = stdout.toString().split(' ')
    expect(Number(givenBack) / MIB).toBeGreaterThan(80)
  },
)
