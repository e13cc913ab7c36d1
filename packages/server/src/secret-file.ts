/** Without VITRINE_SECRET (development), one is made and kept beside the data, so that tokens survive a restart. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function secretOfFolder(folder: string): string {
  const path = join(folder, 'secret')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const secret = randomBytes(32).toString('hex')
  writeFileSync(path, `${secret}\n`, { mode: 0o600 })
  return secret
}
