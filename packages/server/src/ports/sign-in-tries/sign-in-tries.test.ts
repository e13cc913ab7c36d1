import { byTurns } from '../postgres/testing/by-turns.ts'
import { storeNodes } from '../postgres/testing/nodes.ts'
import { inMemorySignInTries } from './in-memory.ts'
import { postgresSignInTries, SIGN_IN_SCHEMA } from './postgres.ts'
import { signInTriesContract } from './sign-in-tries.contract.ts'

const nodes = storeNodes(SIGN_IN_SCHEMA, (db) => ({ ...postgresSignInTries(db), close: () => db.close() }))

signInTriesContract('memory', async () => inMemorySignInTries())
signInTriesContract('PostgreSQL', async () => byTurns(await nodes(1)))
signInTriesContract('PostgreSQL on two nodes by turns', async () => byTurns(await nodes(2)))
