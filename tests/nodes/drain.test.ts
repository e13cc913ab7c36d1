import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const VITRINE = new URL('../../packages/server/src/cli/vitrine.ts', import.meta.url).pathname

async function startProcess(folder: string) {
  const env = {
    ...process.env,
    ...{ PORT: '0', VITRINE_DATA: folder, VITRINE_DEMO: 'off', VITRINE_EMBEDDER: 'none', VITRINE_DRAIN_SECONDS: '3' },
  }
  const child = spawn(process.execPath, [VITRINE, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  const url = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said.push(chunk.toString())
      const found = /"url":"([^"]+)"/.exec(said.join(''))?.[1]
      if (found && said.join('').includes('"msg":"ready"')) resolve(found)
    })
  })
  return { child, url: await url }
}

describe('a server that is told to stop', () => {
  it('first reports that it is not ready while it still answers, and then exits', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-drain-'))
    const { child, url } = await startProcess(folder)
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    let ready = await fetch(`${url}/ready`)
    while (ready.status === 200) ready = await fetch(`${url}/ready`)
    expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ status: 'stopping' })])
    expect((await fetch(`${url}/health`)).status).toBe(200)
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
    expect(await exited).toEqual([0, null])
    await expect(fetch(`${url}/health`)).rejects.toThrow()
    rmSync(folder, { recursive: true, force: true })
  })
})
