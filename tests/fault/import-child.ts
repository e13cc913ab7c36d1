/** Imports a file and prints the number of acknowledged products after every durable batch. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { importProducts } from '../../packages/server/src/features/catalog/import/import-products.ts'
import { readProducts } from '../../packages/server/src/features/catalog/import/read-products.ts'
import { DATA_FILES, lockDataFolder } from '../../packages/server/src/ports/data-folder/data-folder.ts'
import { sqliteRecordStore } from '../../packages/server/src/ports/record-store/sqlite.ts'

const [folder = '', file = '', shop = ''] = process.argv.slice(2)
const lock = lockDataFolder(folder)
const store = sqliteRecordStore({ path: join(folder, DATA_FILES.records) })
const report = await importProducts(store, shop, readProducts(createReadStream(file)), {
  onProgress: ({ created, updated, unchanged }) => process.stdout.write(`${created + updated + unchanged}\n`),
})
process.stdout.write(`done ${JSON.stringify(report)}\n`)
await store.close()
lock.release()
