import { byTurns } from '../postgres/testing/by-turns.ts'
import { storeNodes } from '../postgres/testing/nodes.ts'
import { postgresVectorArchive, VECTOR_SCHEMA } from './postgres.ts'
import { vectorArchiveContract } from './vector-archive.contract.ts'

const nodes = storeNodes(VECTOR_SCHEMA, postgresVectorArchive)
const over = async (count: number) => {
  const archives = await nodes(count)
  return { open: () => byTurns(archives), remove: () => {} }
}

vectorArchiveContract('PostgreSQL', () => over(1))
vectorArchiveContract('PostgreSQL on two nodes by turns', () => over(2))
