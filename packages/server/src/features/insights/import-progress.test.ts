import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Refusal } from '../errors.ts'
import { type ImportCounts, ImportJobs } from './import-jobs.ts'

const root = mkdtempSync(join(tmpdir(), 'vitrine-progress-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const REPORT: ImportCounts = { created: 1, updated: 2, unchanged: 3, rejected: 4, faults: [], notes: [] }
let made = 0

async function* file(bytes: number) {
  yield new Uint8Array(bytes)
}

function jobsWith(importFile: (file: AsyncIterable<Uint8Array>) => Promise<ImportCounts>) {
  const errors: unknown[] = []
  const world = { nowMs: 0, ids: 0 }
  const jobs = new ImportJobs({
    folder: join(root, String(++made)),
    newId: () => `job-${++world.ids}`,
    clock: () => (world.nowMs += 1000),
    importFile: (_, bytes) => importFile(bytes),
    onError: (error) => errors.push(error),
  })
  return { jobs, errors }
}
async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<ImportCounts> {
  for await (const _ of bytes);
  return REPORT
}

describe('an import', () => {
  it('I1: waits with its size; at its end it has its time and the outcome of every product', async () => {
    const { jobs } = jobsWith(readAll)
    expect({ ...(await jobs.start('s', { name: 'a.csv', actor: 'me' }, file(70))) }).toMatchObject({
      id: 'job-1',
      file: 'a.csv',
      actor: 'me',
      bytes: 70,
      created_at: '1970-01-01T00:00:01.000Z',
      error: null,
    })
    await jobs.settled()
    expect(jobs.find('s', 'job-1')).toMatchObject({
      state: 'done',
      progress: 1,
      created: 1,
      updated: 2,
      unchanged: 3,
      rejected: 4,
      started_at: '1970-01-01T00:00:02.000Z',
      finished_at: '1970-01-01T00:00:03.000Z',
    })
  })

  it('I2: reports the share of the file that was read, in thousandths', async () => {
    const seen: number[] = []
    const { jobs } = jobsWith(async (bytes) => {
      for await (const _ of bytes) seen.push(jobs.list('s')[0]!.progress)
      return REPORT
    })
    await jobs.start('s', { name: 'a', actor: 'me' }, file(200_000))
    await jobs.settled()
    expect(seen).toEqual([0.328, 0.655, 0.983, 1])
  })

  it('I3: of an empty file finishes, too', async () => {
    const { jobs } = jobsWith(readAll)
    await jobs.start('s', { name: 'empty', actor: 'me' }, file(0))
    await jobs.settled()
    expect(jobs.list('s')).toMatchObject([{ state: 'done', bytes: 0, progress: 1 }])
  })

  it('I4: that fails says so and reports the cause to the operator; then the next one starts', async () => {
    let calls = 0
    const { jobs, errors } = jobsWith(async (bytes) => {
      if (++calls === 1) throw new Error('disk')
      return readAll(bytes)
    })
    await jobs.start('s', { name: 'a', actor: 'me' }, file(1))
    await jobs.start('s', { name: 'b', actor: 'me' }, file(1))
    await jobs.settled()
    expect(jobs.list('s').map(({ file: name, state }) => [name, state])).toEqual([
      ['b', 'done'],
      ['a', 'failed'],
    ])
    expect(jobs.find('s', 'job-1')?.error).toMatch('send the file again')
    expect(errors).toEqual([new Error('disk')])
  })

  it('I7: whose caller waits is listed when it is done', async () => {
    const { jobs } = jobsWith(readAll)
    const read = async (bytes: AsyncIterable<Uint8Array>) => {
      expect(jobs.list('s')).toEqual([])
      return readAll(bytes)
    }
    expect(await jobs.follow('s', { file: 'a', actor: 'me' }, file(70), read)).toBe(REPORT)
    expect(jobs.list('s')).toMatchObject([
      { file: 'a', actor: 'me', bytes: 70, state: 'done', progress: 1, created: 1 },
    ])
  })

  it('I8: whose caller waits is not listed if it fails, and the caller hears why', async () => {
    const { jobs, errors } = jobsWith(readAll)
    const read = () => Promise.reject(new Refusal(400, 'there is no preset x'))
    await expect(jobs.follow('s', { file: 'a', actor: 'me' }, file(1), read)).rejects.toThrow('no preset x')
    expect([jobs.list('s'), errors]).toEqual([[], []])
  })

  it('I5: shows 200 faults and 200 notes', async () => {
    const faults = Array.from({ length: 300 }, (_, line) => ({ line, error: 'x' }))
    const notes = Array.from({ length: 300 }, (_, line) => ({ line, text: 'x' }))
    const { jobs } = jobsWith(async (bytes) => ({ ...(await readAll(bytes)), faults, notes }))
    await jobs.start('s', { name: 'a', actor: 'me' }, file(1))
    await jobs.settled()
    const [job] = jobs.list('s')
    expect([job!.faults.length, job!.notes.length]).toEqual([200, 200])
  })

  it('I6: is visible only to its own shop; the last 200 of all shops are kept', async () => {
    const { jobs } = jobsWith(readAll)
    for (let i = 0; i < 201; i++) {
      await jobs.start(i === 5 ? 't' : 's', { name: 'a', actor: 'me' }, file(1))
      await jobs.settled()
    }
    expect([jobs.find('s', 'job-1'), jobs.find('s', 'job-6'), jobs.find('s', 'nothing')]).toEqual(
      Array(3).fill(undefined),
    )
    expect([jobs.find('t', 'job-6')?.id, jobs.find('s', 'job-2')?.id]).toEqual(['job-6', 'job-2'])
    expect([jobs.list('s').length, jobs.list('t').length, jobs.list('s')[0]?.id]).toEqual([199, 1, 'job-201'])
  })
})
