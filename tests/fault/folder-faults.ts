/** Tests a backup under load, and data folders with a missing, older or damaged file. */
import {
  closeSync,
  copyFileSync,
  cpSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DATA_FILES } from '../../packages/server/src/ports/data-folder/data-folder.ts'
import { EventLoad, type Target } from './event-load.ts'
import { checkConsistency } from './check-consistency.ts'
import { SHOP, startServer, stopServer, vitrine } from './server-process.ts'

export interface FolderFault {
  name: string
  good: boolean
  note: string
}

export interface FaultTools {
  connections: number
  random: () => number
  say: (line: string) => void
}

/** Makes two backups under load. The second must contain everything acknowledged before it began. */
export async function backUpUnderLoad(
  folder: string,
  load: EventLoad,
  target: Target,
  plan: FaultTools,
): Promise<FolderFault> {
  const place = mkdtempSync(join(tmpdir(), 'vitrine-fault-backup-'))
  let done = false
  try {
    const running = load.run(target, plan.connections, () => done)
    const first = await timed(() => vitrine(folder, ['backup', join(place, 'backup')]))
    const before = new Set(load.acknowledged)
    const second = await timed(() => vitrine(folder, ['backup', join(place, 'backup')]))
    done = true
    await running
    const restored = join(place, 'data')
    const restore = await timed(() => vitrine(restored, ['restore', join(place, 'backup')]))
    const codes = [first, second, restore].map(({ answer }) => answer.code)
    const found = await checkConsistency(restored, SHOP, before)
    const good = codes.every((code) => code === 0) && found.lost === 0 && found.miscounted.length === 0
    const sizes = [first, second].map(({ answer, seconds }) => `${written(answer.output)} in ${seconds} s`)
    const note = `${sizes.join(', then ')}; restored in ${restore.seconds} s with ${found.logged} events, ${found.lost} lost of ${before.size}`
    return logged(plan, { name: 'backup under load', good, note: good ? note : `${note} ${first.answer.output}` })
  } finally {
    done = true
    rmSync(place, { recursive: true, force: true })
  }
}

/** Works on copies of a stopped server's folder. */
export async function folderFaults(given: { folder: string; key: string; plan: FaultTools }): Promise<FolderFault[]> {
  const { folder, plan } = given
  const faults: FolderFault[] = []
  for (const [name, test] of FAULTS) {
    const place = mkdtempSync(join(tmpdir(), 'vitrine-fault-folder-'))
    const copy = join(place, 'data')
    try {
      cpSync(folder, copy, { recursive: true })
      faults.push(logged(plan, { name, ...(await test({ ...given, folder: copy })) }))
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  }
  return faults
}

type Given = { folder: string; key: string; plan: FaultTools }
type Test = (given: Given) => Promise<Omit<FolderFault, 'name'>>

const FAULTS: readonly [string, Test][] = [
  ['deleted event log', async ({ folder }) => refused(folder, DATA_FILES.events, /events.db is missing.*restore/s)],
  ['deleted records', async ({ folder }) => refused(folder, DATA_FILES.records, /records.db is missing.*restore/s)],
  ['older event log', olderLog],
  ['truncated write-ahead log', truncatedWal],
  ['damaged event log', damagedLog],
  ['damaged derived.db', ({ folder }) => rebuilt(folder, () => flipBytes(join(folder, DATA_FILES.derived), 64))],
  ['deleted derived.db', ({ folder }) => rebuilt(folder, () => rmSync(join(folder, DATA_FILES.derived)))],
  [
    'damaged index snapshots',
    ({ folder }) => rebuilt(folder, () => rmSync(join(folder, 'indexes'), { recursive: true, force: true })),
  ],
]

async function refused(folder: string, file: string, said: RegExp): Promise<Omit<FolderFault, 'name'>> {
  rmSync(join(folder, file))
  const { code, output } = await vitrine(folder, ['serve'])
  return { good: code === 1 && said.test(output), note: output.trim() }
}

/** An older log must be refused. Once the operator accepts it, later events must be used. */
async function olderLog({ folder, key, plan }: Given): Promise<Omit<FolderFault, 'name'>> {
  const older = join(folder, 'older')
  copyFileSync(join(folder, DATA_FILES.events), older)
  await post(folder, key, plan, 400)
  copyFileSync(older, join(folder, DATA_FILES.events))
  const refusal = await vitrine(folder, ['serve'])
  const accepted = await vitrine(folder, ['rebuild', '--accept'])
  const after = await post(folder, key, plan, 400)
  const found = await checkConsistency(folder, SHOP, after)
  const good =
    refusal.code === 1 &&
    /older than the rest.*--accept/s.test(refusal.output) &&
    accepted.code === 0 &&
    found.lost === 0 &&
    found.miscounted.length === 0 &&
    found.rebuildEqual
  const note = `${refusal.output.trim()} Accepted: ${after.size} events after it, ${found.lost} lost, ${found.miscounted.length} numbers wrong`
  return { good, note: good ? note : `${note} ${accepted.output} ${JSON.stringify(found)}` }
}

/** Cuts off half of the last commits, so that derived data is ahead of the log. */
async function truncatedWal({ folder, key, plan }: Given): Promise<Omit<FolderFault, 'name'>> {
  const server = await startServer(folder)
  const load = new EventLoad()
  const begun = load.acknowledged
  await load.run({ url: server.url, shop: SHOP, key }, plan.connections, () => begun.size > 2000)
  load.close()
  // Kills the server once everything is derived, before the log has a checkpoint.
  await waitUntilDerived(server.url)
  server.process.kill('SIGKILL')
  await new Promise((resolve) => server.process.once('exit', resolve))
  cutToFirstFrame(join(folder, `${DATA_FILES.events}-wal`))
  const { code, output } = await vitrine(folder, ['serve'])
  return { good: code === 1 && /older than the rest/.test(output), note: output.trim() }
}

/** Removes obsolete frames: after a checkpoint, SQLite writes the file from the start again. */
function cutToFirstFrame(wal: string): void {
  const fd = openSync(wal, 'r+')
  const header = Buffer.alloc(32)
  readSync(fd, header, 0, 32, 0)
  ftruncateSync(fd, 32 + 24 + header.readUInt32BE(8))
  closeSync(fd)
}

async function damagedLog({ folder }: Given): Promise<Omit<FolderFault, 'name'>> {
  flipBytes(join(folder, DATA_FILES.events), 64)
  const { code, output } = await vitrine(folder, ['doctor', '--full'])
  const lines = output.split('\n').filter((line) => /BAD/.test(line))
  return { good: code === 1 && lines.some((line) => line.includes('events')), note: lines.join(' ').trim() }
}

/** The server must start on the damaged folder, with every figure equal to a recount. */
async function rebuilt(folder: string, damage: () => void): Promise<Omit<FolderFault, 'name'>> {
  damage()
  const server = await startServer(folder)
  await stopServer(server)
  const found = await checkConsistency(folder, SHOP, new Set())
  const good = found.miscounted.length === 0 && found.rebuildEqual
  return { good, note: good ? `rebuilt from ${found.logged} events` : JSON.stringify(found) }
}

async function post(folder: string, key: string, plan: FaultTools, count: number): Promise<ReadonlySet<string>> {
  const server = await startServer(folder)
  const load = new EventLoad()
  await load.run({ url: server.url, shop: SHOP, key }, plan.connections, () => load.acknowledged.size >= count)
  load.close()
  await stopServer(server)
  return load.acknowledged
}

/** Waits until the metrics show no pending work. */
async function waitUntilDerived(url: string): Promise<void> {
  for (let quiet = 0; quiet < 5; ) {
    const text = await (await fetch(`${url}/metrics`)).text()
    quiet = /^vitrine_events_waiting 0$/m.test(text) ? quiet + 1 : 0
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

/** Flips bytes in the middle of the file, far from the header. */
function flipBytes(path: string, count: number): void {
  const fd = openSync(path, 'r+')
  const at = Math.floor(statSync(path).size / 2)
  const bytes = Buffer.alloc(count)
  readSync(fd, bytes, 0, count, at)
  for (let i = 0; i < count; i++) bytes[i]! ^= 0x5a
  writeSync(fd, bytes, 0, count, at)
  closeSync(fd)
}

function logged({ say }: FaultTools, fault: FolderFault): FolderFault {
  say(`${fault.good ? 'good' : 'BAD '} ${fault.name}: ${fault.note}`)
  return fault
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; seconds: string }> {
  const begunMs = performance.now()
  const answer = await work()
  return { answer, seconds: ((performance.now() - begunMs) / 1000).toFixed(1) }
}

const written = (output: string) => /([\d.]+ MiB) written/.exec(output)?.[1] ?? 'nothing'
