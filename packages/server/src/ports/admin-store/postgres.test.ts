import { byTurns } from '../postgres/testing/by-turns.ts'
import { storeNodes } from '../postgres/testing/nodes.ts'
import { adminStoreContract } from './admin-store.contract.ts'
import { ADMIN_SCHEMA, postgresAdminStore } from './postgres.ts'

const nodes = storeNodes(ADMIN_SCHEMA, postgresAdminStore)

adminStoreContract('PostgreSQL', async () => byTurns(await nodes(1)))
adminStoreContract('PostgreSQL on two nodes by turns', async () => byTurns(await nodes(2)))
