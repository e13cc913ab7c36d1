/** `npm run pack:server`: the server as a folder that npm packs; `dist/server` unless another is named. */
import { join } from 'node:path'
import { buildServerPackage } from './pack/build-server-package.ts'
import { ROOT } from './read-lock.ts'

buildServerPackage(process.argv[2] ?? join(ROOT, 'dist/server'))
