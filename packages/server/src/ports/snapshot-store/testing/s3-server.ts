/**
 * moto (Apache-2.0), installed once by pip. VITRINE_TEST_S3 names another server: http://key:secret@host:port/bucket.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { AwsClient } from 'aws4fetch'
import { freePort } from '../../postgres/testing/free-port.ts'
import type { S3Settings } from '../s3.ts'

export interface S3Server {
  settings: S3Settings
  stop(): Promise<void>
  start(): Promise<void>
}

const ACCESS = { region: 'us-east-1', accessKeyId: 'test', secretAccessKey: 'test' }
const BUCKET = 'vitrine-tests'

/** Throws with an explanation if Python is missing or pip cannot install. */
export async function startS3Server(): Promise<S3Server> {
  const named = process.env.VITRINE_TEST_S3
  if (named !== undefined) return { settings: settingsOf(new URL(named)), stop: async () => {}, start: async () => {} }
  const python = await installed()
  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async () => {
    const args = ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)]
    child = spawn('python3', args, { stdio: 'ignore', env: { ...process.env, PYTHONPATH: python } })
    await untilAnswered(`http://127.0.0.1:${port}/moto-api/`, child)
    const client = new AwsClient({ ...ACCESS, service: 's3' })
    await client.fetch(`http://127.0.0.1:${port}/${BUCKET}`, { method: 'PUT' })
  }
  await start()
  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, prefix: 'tests', ...ACCESS },
    start,
    async stop() {
      const ended = new Promise((resolve) => child?.once('exit', resolve))
      child?.kill('SIGKILL')
      await ended
    },
  }
}

function settingsOf(url: URL): S3Settings {
  const { protocol, host, username: accessKeyId, password: secretAccessKey, pathname } = url
  const prefix = `tests-${process.pid}`
  return {
    ...ACCESS,
    endpoint: `${protocol}//${host}`,
    bucket: pathname.slice(1),
    prefix,
    accessKeyId,
    secretAccessKey,
  }
}

async function installed(): Promise<string> {
  const cache = fileURLToPath(new URL('../../../../../../node_modules/.cache', import.meta.url))
  const folder = join(cache, 'vitrine-moto-5.2.5')
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const staged = `${folder}.${process.pid}`
  const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url))
  const quietly = ['--quiet', '--disable-pip-version-check', '--no-compile', '--retries', '1', '--timeout', '10']
  await promisify(execFile)('python3', ['-m', 'pip', 'install', ...quietly, '--target', staged, '-r', requirements])
  if (!existsSync(folder)) renameSync(staged, folder)
  return folder
}

async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`moto ended with ${child.exitCode} at its start`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await pause(50)
  }
}
