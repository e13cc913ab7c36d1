/** `npm run pack:medusa`, `npm run pack:vendure`: the connector into `dist/NAME`, from where `npm pack` takes it. */
import { join } from 'node:path'
import { buildConnector, type ConnectorName } from './pack/build-connector.ts'
import { ROOT } from './read-lockfile.ts'

const name = process.argv[2] as ConnectorName
await buildConnector(name, join(ROOT, 'dist', name))
