import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { buildPackage } from '../../packages/client/build/build-package.ts'
import { startTestServer } from '../../packages/server/src/ports/postgres/testing/test-server.ts'
import { buildConnector, type ConnectorName } from '../pack/build-connector.ts'
import { ROOT } from '../read-lockfile.ts'
import { MeasuredSteps, until } from './measured-steps.ts'
import { startShop, type TriedShop } from './tried-shop.ts'

interface Platform {
  name: string
  connector: ConnectorName
  /** `name@version`. */
  packages: string[]
  /** `overrides` of the project's package.json. */
  overrides?: Record<string, string>
  currency: string
}

export class TriedPlatform {
  readonly folder: string
  readonly steps = new MeasuredSteps()
  readonly #platform: Platform
  readonly #ends: (() => unknown)[] = []

  /** `kept` is a folder that is not deleted, so that another run can reuse its installation. */
  constructor(platform: Platform, kept: string | undefined) {
    this.#platform = platform
    this.folder = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), `vitrine-${platform.name}-`))
    mkdirSync(this.folder, { recursive: true })
    if (!kept) this.#ends.push(() => rmSync(this.folder, { recursive: true, force: true }))
  }

  async prepare(): Promise<{ databaseUrl: string; shop: TriedShop }> {
    await this.steps.step('install', () => this.#install())
    const postgres = await startTestServer()
    this.#ends.push(async () => {
      await postgres.stop()
      rmSync(postgres.folder, { recursive: true, force: true })
    })
    const databaseUrl = await newDatabase(postgres.url, this.#platform.name)
    const data = mkdtempSync(join(this.folder, 'data-'))
    const { name, currency } = this.#platform
    const shop = await this.steps.step('start Vitrine', () => startShop(data, `${name}.example`, currency))
    this.#ends.push(shop.close)
    return { databaseUrl, shop }
  }

  run(program: string, ...args: string[]): string {
    return execFileSync(program, args, { cwd: this.folder, env: ENVIRONMENT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }) // biome-ignore format: one line reads better
  }

  async start(args: string[], health: string): Promise<ChildProcess> {
    const file = join(this.folder, `${this.#platform.name}.log`)
    const log = openSync(file, 'w')
    const child = spawn(process.execPath, args, { cwd: this.folder, env: ENVIRONMENT, stdio: ['ignore', log, log] })
    this.#ends.push(() => child.kill())
    await until(`the start of ${this.#platform.name}`, 180, async () => {
      if (child.exitCode !== null) throw new Error(`the platform ended with exit code ${child.exitCode}; see ${file}`)
      return (await fetch(health)).ok ? true : undefined
    })
    return child
  }

  record(result: object): void {
    const record = { platform: this.#platform.packages[0], seconds: this.steps.seconds, ...result }
    const file = join(ROOT, `bench/results/try-${this.#platform.name}.json`)
    writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
    console.log(JSON.stringify(record, null, 2))
  }

  async close(): Promise<void> {
    for (const end of this.#ends.reverse()) await end()
  }

  async #install(): Promise<void> {
    const { connector, name, packages, overrides } = this.#platform
    const made = join(this.folder, 'packages')
    await buildPackage(join(made, 'client'))
    await buildConnector(connector, join(made, connector))
    const tarballs = ['client', connector].map((one) => this.#pack(made, one))
    const manifest = join(this.folder, 'package.json')
    if (!existsSync(manifest))
      writeFileSync(manifest, JSON.stringify({ name: `try-${name}`, private: true, version: '0.0.1', overrides }))
    const isThere = existsSync(join(this.folder, 'node_modules', packages[0]?.replace(/@[^@]*$/, '') ?? ''))
    const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error']
    this.run('npm', 'install', ...flags, ...(isThere ? [] : packages), ...tarballs)
  }

  #pack(made: string, name: string): string {
    const words = ['pack', '--silent', '--pack-destination', made, join(made, name)]
    return join(made, this.run('npm', ...words).trim())
  }
}

const ENVIRONMENT = {
  ...process.env,
  NODE_ENV: 'production',
  CI: 'true',
  MEDUSA_DISABLE_TELEMETRY: 'true',
  VENDURE_DISABLE_TELEMETRY: 'true',
}

async function newDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return url.replace(/\/postgres$/, `/${name}`)
}
