/** `npm run pack:server`: the server, for the system it is packed on, and the demo shop, as folders that npm packs. */
import { join } from 'node:path'
import { buildDemoPackage, buildServerPackage } from './pack/build-server-package.ts'
import { ownSystem } from './pack/runtime-package.ts'
import { ROOT } from './read-lockfile.ts'

buildServerPackage(join(ROOT, 'dist/server'), ownSystem())
buildDemoPackage(join(ROOT, 'dist/demo'))
