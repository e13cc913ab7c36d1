import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { DataFolderInUse, lockDataFolder, readAddress } from '../ports/data-folder/data-folder.ts'
import { bad, type Finding, good, warn } from './finding.ts'

interface Ready {
  status: string
  shops: number
  waiting_for: string[]
  problems: string[]
}

/** A running server answers this in milliseconds, even while it is starting. */
const ANSWER_WITHIN_MS = 3000

/** @param url VITRINE_URL; if absent, the address that a running server noted in the folder, or that of the settings */
export async function checkServer(config: Config, url: string | undefined): Promise<Finding[]> {
  const isRunning = isInUse(config.dataFolder)
  const noted = isRunning ? readAddress(config.dataFolder) : undefined
  const address = url?.replace(/\/+$/, '') ?? noted ?? addressOf(config)
  const ready = await askReady(address)
  if (isRunning) {
    const running: Finding = good('a server is running on the data folder')
    return [running, ...(ready ? runningFindings(address, ready) : [silent(address)])]
  }
  const free: Finding = good('no server is running on the data folder')
  return [free, ready ? otherVitrine(address) : await checkPort(config)]
}

function addressOf({ host, port }: Config): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

async function askReady(address: string): Promise<Ready | undefined> {
  try {
    const answer = await fetch(`${address}/ready`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    const body = (await answer.json()) as Partial<Ready>
    return Array.isArray(body.waiting_for) && Array.isArray(body.problems) ? (body as Ready) : undefined
  } catch {
    return undefined
  }
}

function runningFindings(address: string, { status, shops, waiting_for: waitingFor, problems }: Ready): Finding[] {
  const count = `${shops} ${shops === 1 ? 'shop' : 'shops'}`
  if (waitingFor.length > 0) return [good(`${address} is starting: ${waitingFor.join(', ')}`)]
  if (problems.length === 0) return [good(`${address} is ${status} and serves ${count}`)]
  return problems.map((problem) => bad(`${address} reports: ${problem}`, 'see its log for details'))
}

function silent(address: string): Finding {
  return warn(`it does not answer at ${address}`, 'if VITRINE_URL is its address, or unset, look at its log')
}

function otherVitrine(address: string): Finding {
  return warn(
    `${address} is a Vitrine server that runs on another data folder`,
    'set VITRINE_DATA to its folder to check that one, or PORT to start a second one',
  )
}

function isInUse(folder: string): boolean {
  if (!existsSync(folder)) return false
  try {
    lockDataFolder(folder).release()
    return false
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return true
  }
}

function checkPort({ port, host }: Config): Promise<Finding> {
  return new Promise((answer) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      answer(bad(`cannot listen on ${host}:${port} (${error.code})`, 'stop what uses it, or set PORT and HOST')),
    )
    server.listen(port, host, () => server.close(() => answer(good(`${host}:${port} is free`))))
  })
}
