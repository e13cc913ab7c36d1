import { adminStoreContract } from './admin-store.contract.ts'
import { sqliteAdminStore } from './sqlite.ts'

adminStoreContract('SQLite', async () => sqliteAdminStore(':memory:'))
