import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataFolder } from '../ports/data-folder/data-folder.ts'
import { runChecks } from './doctor-checks.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const said = async (env: Record<string, string>) => {
  const findings = await runChecks({ VITRINE_DATA: folder, PORT: '0', ...env })
  return findings.map(({ state, text }) => `${state}: ${text}`)
}

async function answering(ready: object, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_request, response) => response.end(JSON.stringify(ready)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('vitrine doctor', () => {
  it('stops at an invalid setting and names it', async () => {
    const findings = await said({ PORT: 'x' })
    expect(findings).toHaveLength(2)
    expect(findings[1]).toMatch(/^bad: .*PORT/)
  })

  it('lists the settings that production needs and that are not set', async () => {
    expect(await said({})).toContain('warn: VITRINE_SECRET and VITRINE_ADMIN_KEY not set')
    const secret = { VITRINE_SECRET: 's'.repeat(32) }
    expect(await said(secret)).toContain('warn: VITRINE_ADMIN_KEY not set')
    const all = await said({ ...secret, VITRINE_ADMIN_KEY: `vak_${'k'.repeat(32)}` })
    expect(all.filter((line) => line.includes('not set'))).toEqual([])
  })

  it('distinguishes an existing folder from one that will be created', async () => {
    expect(await said({})).toContain(`good: data folder ${folder}`)
    const next = join(folder, 'a/b')
    expect(await said({ VITRINE_DATA: next })).toContain(`good: data folder ${next} will be created at the first start`)
  })

  it('reports the state of the server that runs on the folder', async () => {
    const ready = { status: 'ready', shops: 1, waiting_for: [], problems: [] }
    const lock = lockDataFolder(folder)
    await answering(ready, async (url) => {
      expect(await said({ VITRINE_URL: url })).toContain(`good: ${url.slice(0, -1)} is ready and serves 1 shop`)
    })
    await answering({ ...ready, shops: 2, problems: ['disk full'] }, async (url) => {
      expect(await said({ VITRINE_URL: url })).toContain(`bad: ${url.slice(0, -1)} reports: disk full`)
    })
    await answering({ ...ready, waiting_for: ['catalog'] }, async (url) => {
      expect(await said({ VITRINE_URL: url })).toContain(`good: ${url.slice(0, -1)} is starting: catalog`)
    })
    await answering({ other: true }, async (url) => {
      expect(await said({ VITRINE_URL: url })).toContain(`warn: it does not answer at ${url.slice(0, -1)}`)
    })
    lock.release()
  })

  it('recognizes a server on another folder, and a port in use', async () => {
    await answering({ status: 'ready', shops: 0, waiting_for: [], problems: [] }, async (url) => {
      expect(await said({ VITRINE_URL: url })).toContainEqual(expect.stringMatching(/^warn: .*on another data folder/))
    })
    await answering({}, async (url) => {
      const { port } = new URL(url)
      const findings = await said({ HOST: '127.0.0.1', PORT: port })
      expect(findings).toContain(`bad: cannot listen on 127.0.0.1:${port} (EADDRINUSE)`)
    })
    expect(await said({ HOST: '127.0.0.1' })).toContain('good: 127.0.0.1:0 is free')
  })
})
