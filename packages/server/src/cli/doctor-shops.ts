import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ShopConfig } from '@vitrine/contract'
import type { Config } from '../config.ts'
import { hashKey } from '../features/shops/api-key.ts'
import { DEMO_KEYS } from '@vitrine/contract/demo-shop'
import { DATA_FILES } from '../ports/data-folder/data-folder.ts'
import { type Finding, good, warn } from './finding.ts'

type Verification = Partial<ShopConfig['identity_verification']> | undefined

export function checkShops({ dataFolder, production }: Config): Finding[] {
  const path = join(dataFolder, DATA_FILES.records)
  if (!existsSync(path)) return []
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { readOnly: true })
    db.exec('PRAGMA busy_timeout = 5000')
    const shops = db.prepare('SELECT id, config FROM shops ORDER BY id').all() as { id: string; config: string }[]
    const found = shops.flatMap(({ id, config }) => checkIdentity(id, JSON.parse(config).identity_verification))
    return [...found, ...(production ? checkDemoKeys(db) : [])]
  } catch {
    // An unreadable file is reported by the check of the files.
    return []
  } finally {
    db?.close()
  }
}

function checkIdentity(shop: string, verification: Verification): Finding[] {
  if (!verification?.enabled) {
    return [
      warn(
        `${shop} accepts any customer_id without a signature: anyone who sends one sees that customer's lists and prices`,
        'turn identity_verification on (docs/guides/production.md, "Customers")',
      ),
    ]
  }
  if (verification.secret) return [good(`${shop} verifies customers`)]
  return [
    warn(
      `${shop} verifies customers but has no secret: only customer ids sent with a server key are accepted`,
      'set identity_verification.secret, and sign customer ids with it',
    ),
  ]
}

function checkDemoKeys(db: DatabaseSync): Finding[] {
  const find = db.prepare('SELECT 1 FROM api_keys WHERE hash = ? AND revoked_at IS NULL')
  if (!DEMO_KEYS.some((key) => find.get(hashKey(key)))) return []
  return [
    warn(
      'the data folder contains the demo keys, which do not work in production',
      'delete the demo shop, or start with an empty data folder',
    ),
  ]
}
