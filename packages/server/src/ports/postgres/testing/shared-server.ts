/** The first test that needs the server starts it, and tests/test-run.ts stops it. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startTestServer } from './test-server.ts'

/** Names the folder that the tests of one run share. */
export const RUN_FOLDER = 'VITRINE_TEST_RUN'

let opened = 0

/** `?schema=` separates stores within the new database. */
export async function testDatabase(): Promise<string> {
  const server = await sharedServer()
  const name = `test_${process.pid}_${++opened}`
  await runAsAdministrator(`CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** `text` may contain several statements, separated by semicolons. */
export async function runAsAdministrator(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: await sharedServer() })
  await client.connect()
  for (const statement of text.split(';').filter((one) => one.trim() !== '')) await client.query(statement)
  await client.end()
}

export async function sharedServer(): Promise<string> {
  const run = process.env[RUN_FOLDER]
  if (run === undefined) throw new Error(`${RUN_FOLDER} is not set: tests run through vitest`)
  const noted = join(run, 'postgres-url')
  if (claim(run)) await start(run, noted)
  while (!existsSync(noted)) await pause(50)
  const url = readFileSync(noted, 'utf8')
  if (!url.startsWith('postgres:')) throw new Error(url)
  return url
}

function claim(run: string): boolean {
  try {
    mkdirSync(join(run, 'postgres-claimed'))
    return true
  } catch {
    return false
  }
}

async function start(run: string, noted: string): Promise<void> {
  const folder = join(run, 'postgres')
  mkdirSync(folder)
  const text = await startTestServer({ folder }).then(
    ({ url }) => url,
    (error: Error) => `PostgreSQL for the tests did not start: ${error.message}`,
  )
  writeFileSync(`${noted}-new`, text)
  renameSync(`${noted}-new`, noted)
}

export async function stopSharedServer(run: string): Promise<void> {
  const file = join(run, 'postgres', 'data', 'postmaster.pid')
  if (existsSync(file)) {
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT')
    while (existsSync(file)) await pause(20)
  }
  rmSync(run, { recursive: true, force: true, maxRetries: 5 })
}
