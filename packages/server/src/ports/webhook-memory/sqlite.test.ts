import { sqliteWebhookMemory } from './sqlite.ts'
import { webhookMemoryContract } from './webhook-memory.contract.ts'

webhookMemoryContract('SQLite', async () => sqliteWebhookMemory(':memory:'))
