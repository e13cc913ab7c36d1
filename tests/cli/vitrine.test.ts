/** Tests the command line with real processes, a real data folder and a real server. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { program } from '../../packages/server/src/cli/program.ts'
import { startHarness } from '../conformance/harness.ts'

const VITRINE = fileURLToPath(new URL('../../packages/server/src/cli/vitrine.ts', import.meta.url))
const COMMANDS_IN_TURN = fileURLToPath(new URL('commands-in-turn.ts', import.meta.url))
const STARTS_IN_TURN = fileURLToPath(new URL('starts-in-turn.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'vitrine-cli-'))
const data = join(folder, 'data')
let commands: ChildProcess | undefined
afterAll(() => {
  commands?.kill()
  rmSync(folder, { recursive: true, force: true })
})

type Command = Awaited<ReturnType<typeof program>>

/** Returns commands without subcommands. */
function commandsBelow({ commands: below }: Command): Command[] {
  return below.flatMap((command) => (command.commands.length === 0 ? [command] : commandsBelow(command as Command)))
}

interface Run {
  code: number | null
  out: string
  err: string
}

/** Runs the command in a process that commands share. */
async function vitrine(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  commands ??= fork(COMMANDS_IN_TURN, { cwd: folder, env: cleanEnvironment() })
  commands.send({ args, env: { VITRINE_DATA: data, ...env } })
  const [run] = await once(commands, 'message')
  return run
}

/** Runs the command in a process of its own. */
function ownProcess(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Run> {
  return node([VITRINE, ...args], { VITRINE_DATA: data, ...env }, input)
}

function cleanEnvironment(): Record<string, string | undefined> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE, HOME: folder }
}

function node(args: readonly string[], env: Record<string, string>, input = ''): Promise<Run> {
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...cleanEnvironment(), ...env } })
  const run: Run = { code: null, out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    run.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    run.err += chunk
  })
  child.stdin.end(input)
  return new Promise((done) => child.on('close', (code) => done({ ...run, code })))
}

function newer(path: string): void {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA user_version = 99')
  db.close()
}

function noDatabase(path: string): void {
  writeFileSync(path, 'no database at all\n'.repeat(500))
}

interface Spoiled {
  settings: Record<string, string>
  says: RegExp
}

/** The first start is a process of its own; the others share one, which is faster. */
async function expectEnded([first, ...others]: [Spoiled, ...Spoiled[]]): Promise<void> {
  const run = await ownProcess(['serve'], first.settings)
  expect([run.code, run.err]).toEqual([1, expect.stringMatching(first.says)])
  const turns = await node([STARTS_IN_TURN, JSON.stringify(others.map(({ settings }) => settings))], {})
  const said = turns.err.split(/^ended with 1\n/m)
  expect([turns.code, said]).toEqual([0, [...others.map(({ says }) => expect.stringMatching(says)), '']])
}

function spoiledFile(name: string, spoil: (path: string) => void, said: string): Spoiled {
  const own = mkdtempSync(join(folder, 'spoiled-'))
  spoil(join(own, name))
  const settings = { PORT: '0', VITRINE_DATA: own, VITRINE_EMBEDDER: 'none' }
  return { settings, says: new RegExp(`^${name} .*${said}.*\\n$`) }
}

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const CSV = 'Handle,Title,Variant Price\nhat,Hat,10.00\ncap,Cap,free\nbag,Bag,5\n'

describe('vitrine on a data folder', () => {
  it('creates a shop, imports, exports, and imports what it exported without a change', async () => {
    expect(await ownProcess(['shops', 'create', 'cli.example.com', '--currency', 'EUR'])).toMatchObject({ code: 0 })
    const imported = await vitrine(['import', file('products.csv', CSV)])
    expect(imported).toMatchObject({
      code: 2,
      out: expect.stringContaining('2 created, 0 updated, 0 unchanged, 1 rejected'),
    })
    expect(imported.err).toContain('products.csv:3 rejected: price "free" is not a price')
    expect(await vitrine(['export', '--out', 'out'])).toMatchObject({ code: 0 })
    const exported = readFileSync(join(folder, 'out/products.ndjson'), 'utf8')
    const again = await ownProcess(['import', '-'], {}, exported)
    expect(again.out).toContain('0 created, 0 updated, 2 unchanged, 0 rejected')
  })

  it('applies a configuration, or names every fault by line and changes nothing', async () => {
    const good = file('shop.yaml', 'filters:\n  - {id: 1, key: vendor, title: Vendor, attribute_type: vendor}\n')
    expect(await vitrine(['apply', good])).toMatchObject({ code: 0 })
    const tree = 'filter_trees:\n  - id: 1\n    title: T\n    target_page: moon\n    filters: [7]\n'
    const bad = await vitrine(['apply', file('bad.yaml', tree)])
    expect(bad.code).toBe(1)
    expect(bad.err).toContain('bad.yaml:4 "filter_trees[0].target_page" must be one of')
    expect(bad.err).toContain('nothing was changed')
    const misspelt = file('misspelt.yaml', 'serach:\n  stop_words: [the]\n')
    for (const command of [
      ['apply', misspelt],
      ['apply', misspelt, '--check'],
    ]) {
      const refused = await vitrine(command)
      expect(refused).toMatchObject({
        code: 1,
        err: expect.stringContaining('misspelt.yaml:2 "serach" is not allowed'),
      })
    }
    await vitrine(['export', '--out', 'applied'])
    expect(readFileSync(join(folder, 'applied/shop.yaml'), 'utf8')).toContain('key: vendor')
  })

  it('prints nothing but the key when it issues one, and revokes keys', async () => {
    const made = await vitrine(['keys', 'create', '--label', 'web'])
    expect(made.out).toMatch(/^vsk_[0-9A-Za-z]{32}\n$/)
    const id = /key (\S+);/.exec(made.err)?.[1] ?? ''
    expect(await vitrine(['keys', 'revoke', id])).toMatchObject({ code: 0 })
    expect((await vitrine(['keys', 'list'])).out).toMatch(new RegExp(`${id}  storefront  revoked`))
  })

  it('explains an error in a sentence', async () => {
    expect(await vitrine(['import', 'nothing.csv'])).toMatchObject({
      code: 1,
      err: 'There is no file or folder nothing.csv.\n',
    })
    const empty = join(folder, 'empty')
    expect(await vitrine(['keys', 'create', '--label', 'x'], { VITRINE_DATA: empty })).toMatchObject({
      code: 1,
      err: `there is no shop in ${empty} yet: create one with "vitrine shops create DOMAIN"\n`,
    })
    expect(await vitrine(['user', 'add', 'ann'])).toMatchObject({ code: 1, err: '"ann" is not an e-mail address\n' })
    expect(await vitrine(['doctor'], { LOG_LEVEL: 'loud' })).toMatchObject({
      code: 1,
      out: expect.stringContaining('LOG_LEVEL'),
    })
  })

  it('prints its version, and answers in JSON on request', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect(await ownProcess(['--version'])).toMatchObject({ code: 0, out: `${version}\n` })
    const shops = await vitrine(['shops', 'list', '--json'])
    expect(JSON.parse(shops.out)).toEqual([expect.objectContaining({ shop: 'cli.example.com', product_count: 2 })])
    const made = JSON.parse((await vitrine(['keys', 'create', '--label', 'json', '--json'])).out)
    expect(made).toEqual({ id: expect.any(String), key: expect.stringMatching(/^vsk_/) })
    const imported = await vitrine(['import', file('json.csv', CSV), '--json'])
    expect(JSON.parse(imported.out)).toEqual([expect.objectContaining({ unchanged: 2, rejected: 1 })])
    const findings = JSON.parse((await vitrine(['doctor', '--json'], { PORT: '0' })).out)
    expect(findings).toContainEqual({ state: 'good', text: expect.stringMatching(/^Node /) })
    const refused = await vitrine(['shops', 'create', 'no domain', '--json'])
    expect(JSON.parse(refused.err)).toEqual({ error: expect.stringContaining('must be a domain') })
  })

  it('has --json on every command that prints data', async () => {
    const added = JSON.parse((await vitrine(['user', 'add', 'ann@shop.example', '--json'])).out)
    expect(added).toEqual({ link: expect.stringMatching(/^http:.*#link=/), expires_at: expect.any(String) })
    const users = JSON.parse((await vitrine(['user', 'list', '--json'])).out)
    expect(users).toEqual([expect.objectContaining({ email: 'ann@shop.example', role: 'owner' })])
    expect(JSON.parse((await vitrine(['rebuild', '--json'])).out)).toEqual([])
    const commands = commandsBelow(program()).filter((command) => !['serve', 'completion'].includes(command.name()))
    expect(commands.length).toBeGreaterThan(15)
    const silent = commands.filter(({ options }) => !options.some(({ long }) => long === '--json'))
    expect(silent.map((command) => command.name())).toEqual([])
  })

  it('describes the format of a value in words instead of a pattern', async () => {
    const wrong = await vitrine(['shops', 'create', 'cli.example.com', '--currency', 'euro'])
    expect(wrong.err.trim()).toBe('"currency" must be an ISO 4217 currency code in capital letters, like EUR')
    const applied = await vitrine(['apply', file('euro.yaml', 'shop: {currency: euro}\n')])
    expect(applied.err).toContain('euro.yaml:1 "shop.currency" must be an ISO 4217 currency code')
  })

  it('stops with a sentence that names the invalid setting', async () => {
    const spoiled = (name: string, value: string): Spoiled => {
      const settings = { PORT: '0', VITRINE_DATA: join(folder, 'spoiled'), [name]: value }
      return { settings, says: new RegExp(`^${name} .*\\n$`) }
    }
    await expectEnded([
      spoiled('VITRINE_EMBEDDER', `folder:${folder}`),
      spoiled('VITRINE_EMBEDDER', 'http://127.0.0.1:1'),
      spoiled('VITRINE_DATA', join(file('a-file', ''), 'below')),
    ])
  })

  it('stops with a sentence that names a data file that is newer or corrupt', async () => {
    const isNewer = (name: string) => spoiledFile(name, newer, 'has data version 99')
    const isNone = (name: string) => spoiledFile(name, noDatabase, 'cannot be read as a database')
    await expectEnded([
      isNewer('records.db'),
      ...['events.db', 'derived.db', 'webhooks.db', 'vectors.db'].map(isNewer),
      ...['records.db', 'events.db'].map(isNone),
    ])
  })

  it('reports a healthy folder as healthy, backs it up and restores it', async () => {
    expect(await vitrine(['doctor'], { PORT: '0' })).toMatchObject({
      code: 0,
      out: expect.stringContaining('records.db is intact'),
    })
    expect(await vitrine(['backup', 'copy'])).toMatchObject({ code: 0 })
    // The second backup copies only what is new.
    expect(await vitrine(['backup', 'copy'])).toMatchObject({ code: 0 })
    const restored = join(folder, 'restored')
    expect(await vitrine(['restore', 'copy', '--data', restored])).toMatchObject({
      code: 0,
      out: expect.stringContaining('cli.example.com: 2 products'),
    })
    expect((await vitrine(['shops', 'list', '--data', restored])).out).toContain('cli.example.com  2 products')
    expect(await vitrine(['restore', 'copy', '--data', restored])).toMatchObject({
      code: 1,
      err: expect.stringContaining('already contains data'),
    })
    expect(await vitrine(['doctor', '--full'], { PORT: '0', VITRINE_DATA: restored })).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 products of cli.example.com match their checksums'),
    })
  })
})

describe('vitrine on data of a newer version', () => {
  it('refuses with a sentence that says what to do, and changes nothing', async () => {
    const newer = join(folder, 'newer')
    await vitrine(['shops', 'create', 'cli.example.com', '--data', newer])
    const db = new DatabaseSync(join(newer, 'records.db'))
    db.exec('PRAGMA user_version = 99')
    db.close()
    for (const command of [['shops', 'list'], ['doctor']]) {
      const run = await vitrine(command, { VITRINE_DATA: newer, PORT: '0' })
      expect(run.code).toBe(1)
      expect(run.out + run.err).toMatch(/records\.db.*data version 99/)
      expect(run.out + run.err).toMatch(/run the newer Vitrine that wrote it/)
    }
  })
})

describe('vitrine beside a running server', () => {
  it('works over the admin API, and does not touch the folder', async () => {
    const harness = await startHarness({ VITRINE_DATA: join(folder, 'served') })
    try {
      const remote = ['--url', harness.url, '--admin-key', harness.adminKey]
      expect(await vitrine(['shops', 'create', 'cli.example.com', ...remote])).toMatchObject({ code: 0 })
      const imported = await vitrine(['import', file('again.csv', CSV), '--shop', 'cli.example.com', ...remote])
      expect(imported).toMatchObject({ code: 2, out: expect.stringContaining('2 created') })
      expect(await vitrine(['export', '--shop', 'cli.example.com', '--out', 'remote', ...remote])).toMatchObject({
        code: 0,
      })
      expect(readFileSync(join(folder, 'remote/products.ndjson'), 'utf8').trim().split('\n')).toHaveLength(2)
      const folderInUse = await ownProcess(['shops', 'list'], { VITRINE_DATA: join(folder, 'served') })
      expect(folderInUse).toMatchObject({ code: 1, err: expect.stringContaining('--url') })
      const second = await ownProcess(['serve'], { VITRINE_DATA: join(folder, 'served'), PORT: '0' })
      expect(second).toMatchObject({ code: 1, err: expect.stringContaining('in use by another Vitrine process') })
      // The server has chosen its port, so no setting names it.
      const doctored = await vitrine(['doctor'], { VITRINE_DATA: join(folder, 'served') })
      expect(doctored.out).toContain(`a server is running on the data folder\nok   ${harness.url} is ready and serves`)
      const { port } = new URL(harness.url)
      const elsewhere = await vitrine(['doctor'], { VITRINE_DATA: join(folder, 'elsewhere'), PORT: port })
      expect(elsewhere.out).toContain('is a Vitrine server that runs on another data folder')
      const wrongKey = await vitrine(['shops', 'list', '--url', harness.url, '--admin-key', `vak_${'0'.repeat(32)}`])
      expect(wrongKey).toMatchObject({ code: 1, err: expect.stringContaining('does not accept this admin key') })
    } finally {
      await harness.close()
    }
  })
})
