import { PostgresDatabase, type PostgresSettings, readStoreUrl } from './database.ts'
import { prepareStore, type SchemaPart } from './migrate.ts'
import { placeOf, startSentence, StoreUnusable } from './store-unusable.ts'

/** Throws problems that an operator can fix as `StoreUnusable`. */
export async function openPostgres(
  settings: PostgresSettings,
  parts: readonly SchemaPart[],
): Promise<PostgresDatabase> {
  const { schema } = readStoreUrl(settings.url)
  // Without retries, so that a wrong address is reported at once.
  const first = new PostgresDatabase({ ...settings, connections: 1, retryWithinMs: 0 })
  try {
    await prepareStore(first, parts)
  } catch (error) {
    const sentence = startSentence(error, placeOf(settings.url, schema))
    throw sentence === undefined ? error : new StoreUnusable(sentence, { cause: error })
  } finally {
    await first.close()
  }
  return new PostgresDatabase(settings)
}
