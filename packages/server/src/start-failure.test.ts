import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockDataFolder } from './ports/data-folder/data-folder.ts'
import { startFailure } from './start-failure.ts'

let folder: string
let taken: Server
const portOf = (server: Server) => (server.address() as { port: number }).port

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  taken = createServer()
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  taken.close()
  await rm(folder, { recursive: true })
})

const listenError = (port: number, host: string) =>
  new Promise((fail) => createServer().on('error', fail).listen(port, host))

function lockError(dataFolder: string): unknown {
  try {
    return lockDataFolder(dataFolder)
  } catch (error) {
    return error
  }
}

function expectNamed(dataFolder: string): void {
  const said = startFailure(lockError(dataFolder), { port: 0, host: '127.0.0.1', dataFolder })
  expect(said).toBe(
    `VITRINE_DATA must be a folder that this user can write, not "${dataFolder}": name another one, or let this user write there.`,
  )
}

describe('the message of a failed start', () => {
  it('names PORT if the port is taken', async () => {
    const places = { port: portOf(taken), host: '127.0.0.1', dataFolder: folder }
    const error = await listenError(places.port, places.host)
    expect(startFailure(error, places)).toBe(
      `PORT ${places.port} on 127.0.0.1 is in use by another process; set PORT to a free one.`,
    )
  })

  it('names HOST if the machine does not have that address', async () => {
    const places = { port: 0, host: 'no such host', dataFolder: folder }
    const error = await listenError(0, places.host)
    expect(startFailure(error, places)).toBe('HOST must be an address of this machine, not "no such host".')
  })

  it('names VITRINE_DATA if it is not a folder', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const dataFolder of [file, join(file, 'below'), join(file, 'far', 'below')]) expectNamed(dataFolder)
  })

  it('names VITRINE_DATA if no folder can be created there', () => {
    // Linux reports "no such file" when a folder is created below /proc, even if the parent folder exists.
    expectNamed(existsSync('/proc') ? '/proc/vitrine/data' : '/no-such-root/\0')
  })

  it('is undefined for other failures', () => {
    expect(startFailure(new Error('x'), { port: 0, host: '', dataFolder: folder })).toBeUndefined()
  })
})
