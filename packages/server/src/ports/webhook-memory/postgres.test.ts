import { byTurns } from '../postgres/testing/by-turns.ts'
import { storeNodes } from '../postgres/testing/nodes.ts'
import { postgresWebhookMemory, WEBHOOK_SCHEMA } from './postgres.ts'
import { webhookMemoryContract } from './webhook-memory.contract.ts'

const nodes = storeNodes(WEBHOOK_SCHEMA, postgresWebhookMemory)

webhookMemoryContract('PostgreSQL', async () => byTurns(await nodes(1)))
webhookMemoryContract('PostgreSQL on two nodes by turns', async () => byTurns(await nodes(2)))
