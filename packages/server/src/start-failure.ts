import type { Config } from './config.ts'

type Places = Pick<Config, 'port' | 'host' | 'dataFolder'>

interface SystemError {
  code?: string
  errcode?: number
  syscall?: string
  path?: string
}

const SQLITE_CANTOPEN = 14
const SQLITE_READONLY = 8

/** One sentence that names the setting, where the machine refuses what a setting asks of it; undefined for any other failure. */
export function startFailure(error: unknown, { port, host, dataFolder }: Places): string | undefined {
  const { code, errcode, syscall, path } = error as SystemError
  if (code === 'EADDRINUSE') return `PORT ${port} on ${host} is in use by another process.`
  if (code === 'EACCES' && syscall === 'listen') return `PORT ${port} may not be opened by this user.`
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return `HOST must be an address of this machine, not "${host}".`
  const inFolder = path?.startsWith(dataFolder) ?? false
  if (inFolder || errcode === SQLITE_CANTOPEN || errcode === SQLITE_READONLY)
    return `VITRINE_DATA must be a folder that this user can write, not "${dataFolder}".`
  return undefined
}
