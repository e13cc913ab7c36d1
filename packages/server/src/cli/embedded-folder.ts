import type { Config } from '../config.ts'
import { Refusal } from '../features/errors.ts'

/** Returns the folder whose files are the data. Refused with a shared store, whose data is not in the folder. */
export function embeddedFolder({ storeUrl, dataFolder }: Config): string {
  if (storeUrl === null) return dataFolder
  throw new Refusal(
    400,
    'VITRINE_STORE is set: back up and restore PostgreSQL itself, or name a data folder with --data',
  )
}
