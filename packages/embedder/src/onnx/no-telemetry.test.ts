import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const thread = JSON.stringify(new URL('./encoder-thread.ts', import.meta.url).href)
const session = JSON.stringify(new URL('./testing/bare-session.ts', import.meta.url).href)
const graph = JSON.stringify(join(import.meta.dirname, '../folder/testing/word-table.onnx'))

it('the models’ runtime reports nothing to its vendor, and creates no id', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-home-'))
  const home = join(folder, 'home')
  mkdirSync(home)
  const program = join(folder, 'open.mjs')
  writeFileSync(
    program,
    `const { EncoderThread } = await import(${thread})
const thread = new EncoderThread({ module: ${session}, settings: { graph: ${graph} } })
await thread.ready
await thread.close()
`,
  )
  try {
    execFileSync(process.execPath, [program], { env: { PATH: process.env.PATH, HOME: home }, stdio: 'inherit' })
    expect(readdirSync(home)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
