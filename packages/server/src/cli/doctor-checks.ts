import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { BadSetting, type Config, readConfig } from '../config.ts'
import { checkData } from './doctor-data.ts'
import { checkServer } from './doctor-server.ts'
import { checkStore } from './doctor-store.ts'
import { bad, type Finding, good, warn } from './finding.ts'
import { DatabaseSync } from 'node:sqlite'
import type { ShopConfig } from '@vitrine/contract'
import { hashKey } from '../features/shops/api-key.ts'
import { DEMO_KEYS } from '@vitrine/contract/demo-shop'
import { DATA_FILES } from '../ports/data-folder/data-folder.ts'

const GIB = 1024 ** 3

export async function runChecks(env: Record<string, string | undefined>, { full = false } = {}): Promise<Finding[]> {
  const findings = [checkNode(process.versions.node)]
  const settings = checkSettings(env)
  findings.push(settings.finding)
  if (!settings.config) return findings
  const { config } = settings
  findings.push(...checkSecrets(config), checkFolder(config.dataFolder), checkDisk(config.dataFolder), checkMemory())
  if (config.storeUrl === null) findings.push(...checkData(config.dataFolder, full), ...checkShops(config))
  else findings.push(...(await checkStore(config.storeUrl)))
  findings.push(...(await checkServer(config, env.VITRINE_URL)))
  return findings
}

function checkNode(version: string): Finding {
  const [major = 0] = version.split('.').map(Number)
  if (major >= 24) return good(`Node ${version}`)
  return bad(
    `Node ${version} is too old`,
    'run through npm (npm start, npm run vitrine), which uses the pinned Node 24',
  )
}

function checkSettings(env: Record<string, string | undefined>): { finding: Finding; config?: Config } {
  try {
    return { finding: good('settings can be read'), config: readConfig(env) }
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error
    return {
      finding: bad(error.message, 'correct or unset it: the server does not start with this value'),
    }
  }
}

function checkSecrets({ secrets, adminKey, production }: Config): Finding[] {
  if (production) return []
  const missing = [secrets.length === 0 && 'VITRINE_SECRET', adminKey === null && 'VITRINE_ADMIN_KEY'].filter(Boolean)
  if (missing.length === 0) return []
  return [warn(`${missing.join(' and ')} not set`, 'fine for a trial; needed with NODE_ENV=production')]
}

function checkFolder(folder: string): Finding {
  const nearest = nearestFolder(folder)
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
    return good(
      existsSync(folder) ? `data folder ${folder}` : `data folder ${folder} will be created at the first start`,
    )
  } catch {
    return bad(
      `${nearest} cannot be written`,
      'give this user write permission there, or set VITRINE_DATA to another folder',
    )
  }
}

function checkDisk(folder: string): Finding {
  const { bavail, bsize } = statfsSync(nearestFolder(folder))
  const free = (bavail * bsize) / GIB
  const text = `${free.toFixed(1)} GiB free on the disk of the data folder`
  if (free >= 2) return good(text)
  return {
    state: free < 0.2 ? 'bad' : 'warn',
    text,
    advice: 'free some space: events and products are refused when the disk is full',
  }
}

function checkMemory(): Finding {
  const total = totalmem() / GIB
  const text = `${total.toFixed(1)} GiB of memory`
  return total >= 1 ? good(text) : warn(text, 'a shop of 100,000 products needs about 1 GiB')
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}

type Verification = Partial<ShopConfig['identity_verification']> | undefined

function checkShops({ dataFolder, production }: Config): Finding[] {
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
    // `checkData` reports a file that cannot be read.
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
