import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { DataFolderInUse, lockDataFolder } from './data-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-lock-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const HOLDER = `
  const { lockDataFolder } = await import(${JSON.stringify(new URL('./data-folder.ts', import.meta.url).href)})
  globalThis.held = lockDataFolder(process.argv[1])
  console.log('held')
  setInterval(() => {}, 1000)
`

describe('lockDataFolder', () => {
  it('refuses a second lock in the same process until the first is released', () => {
    const lock = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse)
    lock.release()
    lock.release()
    lockDataFolder(folder).release()
  })

  it('refuses while another process has the lock, which ends with that process', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, folder])
    await once(child.stdout, 'data')
    expect(() => lockDataFolder(folder)).toThrow(/in use by another Vitrine process/)
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockDataFolder(folder).release()
  })
})
