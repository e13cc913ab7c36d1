import type { Config } from '../config.ts'
import { Refusal } from '../features/errors.ts'

/** With a shared store, the files of the data folder are not the data. */
export function embeddedFolder({ storeUrl, dataFolder }: Config): string {
  if (storeUrl === null) return dataFolder
  throw new Refusal(
    400,
    'VITRINE_STORE is set: back up and restore PostgreSQL itself, or name a data folder with --data',
  )
}
