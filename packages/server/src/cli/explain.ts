import { BadSetting } from '../config.ts'
import { Refusal, RequestRefused, Unauthorized } from '../features/errors.ts'
import { DataFolderInUse, DataFolderUnusable } from '../ports/data-folder/data-folder.ts'
import { StoreUnusable } from '../ports/postgres/store-unusable.ts'
import { isDataFault } from '../ports/sqlite/database.ts'
import { inWords } from './pattern-words.ts'
import { ServerTrouble } from './target/server-target.ts'

const EXPECTED = [BadSetting, DataFolderInUse, DataFolderUnusable, Refusal, ServerTrouble, StoreUnusable, Unauthorized]

/** An error that the operator can mend becomes a sentence; any other keeps its stack. */
export function explain(error: unknown): string {
  if (error instanceof RequestRefused) return error.items.map((item) => `  ${inWords(item)}`).join('\n')
  if (isDataFault(error) || EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, path } = error as { code?: string; path?: string }
  if (code === 'ENOENT') return `There is no ${path}.`
  if (code === 'EACCES') return `${path} may not be opened by this user.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
