/** Builds the server for the current system and the demo shop, ready for `npm pack`. */
import { join } from 'node:path'
import { buildDemoPackage, buildServerPackage } from './pack/build-server-package.ts'
import { ownSystem } from './pack/runtime-package.ts'
import { ROOT } from './read-lockfile.ts'

buildServerPackage(join(ROOT, 'dist/server'), ownSystem())
buildDemoPackage(join(ROOT, 'dist/demo'))
