/** `npm run publish:packages -- --dry-run` builds every published package. Only the release CI runs it without `--dry-run`. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { buildPackage } from '../packages/client/build/build-package.ts'
import { buildConnector } from './pack/build-connector.ts'
import { buildDemoPackage, buildServerPackage } from './pack/build-server-package.ts'
import { buildRuntimePackage, SYSTEMS } from './pack/runtime-package.ts'
import { ROOT } from './read-lockfile.ts'

const out = (name: string) => join(ROOT, 'dist/published', name)

// Packages that others depend on come first.
for (const system of SYSTEMS) buildRuntimePackage(system, out(system.name))
await buildPackage(out('client'))
await buildConnector('connect-medusa', out('connect-medusa'))
await buildConnector('connect-vendure', out('connect-vendure'))
buildDemoPackage(out('demo'))
buildServerPackage(out('server'))

const names = [...SYSTEMS.map(({ name }) => name), 'client', 'connect-medusa', 'connect-vendure', 'demo', 'server']
for (const name of names)
  execFileSync('npm', ['publish', '--access', 'public', ...process.argv.slice(2), out(name)], { stdio: 'inherit' })
