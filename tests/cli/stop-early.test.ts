/** Tests Ctrl-C while the first start fills the data folder. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const VITRINE = fileURLToPath(new URL('../../packages/server/src/cli/vitrine.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'vitrine-stop-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Interrupts `serve` when its log matches. */
function serveUntil(said: RegExp): Promise<{ code: number | null; output: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    HOME: folder,
    VITRINE_DATA: join(folder, 'data'),
    PORT: '0',
    VITRINE_EMBEDDER: 'none',
  }
  const child = spawn(process.execPath, [VITRINE, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const hear = (chunk: Buffer) => {
    const before = said.test(output)
    output += chunk
    if (!before && said.test(output)) child.kill('SIGINT')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise((done) => child.on('close', (code) => done({ code, output })))
}

it('a first start that is interrupted stops cleanly, and so does the next one', async () => {
  for (const said of [/"msg":"listening"/, /creating the demo shop/]) {
    const { code, output } = await serveUntil(said)
    expect([code, output]).toEqual([0, expect.stringContaining('"msg":"stopped"')])
    expect(output).not.toMatch(/[Ee]rror/)
    expect(output).not.toContain('"msg":"ready"')
  }
})
