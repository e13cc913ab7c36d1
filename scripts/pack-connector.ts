import { join } from 'node:path'
import { buildConnector, type ConnectorName } from './pack/build-connector.ts'
import { ROOT } from './read-lockfile.ts'

const name = process.argv[2] as ConnectorName
await buildConnector(name, join(ROOT, 'dist', name))
