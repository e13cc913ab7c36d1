import type { Config } from './config.ts'
import { DataFolderUnusable, isWriteRefused } from './ports/data-folder/data-folder.ts'

type Places = Pick<Config, 'port' | 'host' | 'dataFolder'>

interface SystemError {
  code?: string
  syscall?: string
  path?: string
}

/** Returns undefined unless a setting caused the failure. */
export function startFailure(error: unknown, { port, host, dataFolder }: Places): string | undefined {
  if (error instanceof DataFolderUnusable) return error.message
  const { code, syscall, path } = error as SystemError
  if (code === 'EADDRINUSE') return `PORT ${port} on ${host} is in use by another process; set PORT to a free one.`
  if (code === 'EACCES' && syscall === 'listen')
    return `This user has no permission to open PORT ${port}; set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return `HOST must be an address of this machine, not "${host}".`
  const inFolder = path?.startsWith(dataFolder) ?? false
  if (inFolder || isWriteRefused(error)) return new DataFolderUnusable(dataFolder).message
  return undefined
}
