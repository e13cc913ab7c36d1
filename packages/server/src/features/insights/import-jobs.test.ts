import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ImportJobs } from './import-jobs.ts'

const root = mkdtempSync(join(tmpdir(), 'vitrine-imports-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let made = 0

const REPORT = { created: 0, updated: 0, unchanged: 0, rejected: 0, faults: [], notes: [] }

function newJobs() {
  const folder = join(root, String(++made))
  const importFile = async (_shop: string, file: AsyncIterable<Uint8Array>) => {
    for await (const _ of file);
    return REPORT
  }
  let ids = 0
  const deps = { folder, newId: () => String(++ids), clock: () => 0, importFile, onError: () => {}, maxBytes: 100 }
  return { folder, deps, open: () => new ImportJobs(deps) }
}

async function* pieces(count: number, bytes: number, fault?: Error) {
  for (let i = 0; i < count; i++) yield new Uint8Array(bytes)
  if (fault) throw fault
}

describe('ImportJobs', () => {
  it('refuses a file that is too long, and removes it', async () => {
    const { folder, open } = newJobs()
    const jobs = open()
    await expect(jobs.start('s', { name: 'long', actor: 'me' }, pieces(3, 40))).rejects.toMatchObject({ status: 413 })
    expect(readdirSync(folder)).toEqual([])
    await jobs.start('s', { name: 'good', actor: 'me' }, pieces(2, 50))
    await jobs.settled()
    expect(jobs.list('s')).toMatchObject([{ file: 'good', state: 'done' }])
    expect(readdirSync(folder)).toEqual([])
  })

  it('removes an incomplete file', async () => {
    const { folder, open } = newJobs()
    await expect(open().start('s', { name: 'half', actor: 'me' }, pieces(1, 40, new Error('aborted')))).rejects.toThrow(
      'aborted',
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('removes files that an earlier process left behind', () => {
    const { folder, open } = newJobs()
    mkdirSync(folder)
    writeFileSync(join(folder, 'left'), 'x')
    open()
    expect(existsSync(join(folder, 'left'))).toBe(false)
  })

  /** Uploads that continue until `end` is called. */
  function slowFiles() {
    const { promise, resolve: end } = Promise.withResolvers<void>()
    async function* slow() {
      await promise
      yield new Uint8Array(1)
    }
    return { slow, end }
  }

  it('counts files that are still being received as waiting', async () => {
    const jobs = newJobs().open()
    const { slow, end } = slowFiles()
    const started = Array.from({ length: 20 }, (_, i) => jobs.start(`s${i % 2}`, { name: 'slow', actor: 'me' }, slow()))
    await expect(jobs.start('t', { name: 'one more', actor: 'me' }, pieces(1, 1))).rejects.toMatchObject({
      name: 'TooBusy',
    })
    end()
    await Promise.all(started)
    await jobs.settled()
  })

  it('leaves room for other shops: one shop takes at most half of the places', async () => {
    const jobs = newJobs().open()
    const { slow, end } = slowFiles()
    const started = Array.from({ length: 10 }, () => jobs.start('s', { name: 'slow', actor: 'me' }, slow()))
    await expect(jobs.start('s', { name: 'one more', actor: 'me' }, pieces(1, 1))).rejects.toMatchObject({
      name: 'TooBusy',
    })
    started.push(jobs.start('t', { name: 'another shop', actor: 'me' }, pieces(1, 1)))
    end()
    await Promise.all(started)
    await jobs.settled()
    expect(jobs.list('t')).toMatchObject([{ state: 'done' }])
    await expect(jobs.start('s', { name: 'later', actor: 'me' }, pieces(1, 1))).resolves.toMatchObject({
      file: 'later',
    })
    await jobs.settled()
  })
})
