/** Only the release workflow publishes, with provenance. `-- --dry-run` only builds the packages. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackage } from '../packages/client/build/build-package.ts'
import { buildConnector } from './pack/build-connector.ts'
import { buildDemoPackage, buildServerPackage } from './pack/build-server-package.ts'
import { buildRuntimePackage, SYSTEMS } from './pack/runtime-package.ts'
import { readJson } from './pack/workspaces.ts'
import { ROOT } from './read-lockfile.ts'

const { repository, keywords } = readJson(join(ROOT, 'package.json'))
if (!repository && !process.argv.includes('--dry-run'))
  throw new Error(
    'package.json names no "repository"; npm accepts provenance only from the repository that a package names',
  )

const out = (name: string) => join(ROOT, 'dist/published', name)

// Dependencies come first.
for (const system of SYSTEMS) buildRuntimePackage(system, out(system.name))
await buildPackage(out('client'))
await buildConnector('connect-medusa', out('connect-medusa'))
await buildConnector('connect-vendure', out('connect-vendure'))
buildDemoPackage(out('demo'))
buildServerPackage(out('server'))

const names = [...SYSTEMS.map(({ name }) => name), 'client', 'connect-medusa', 'connect-vendure', 'demo', 'server']
for (const name of names) {
  const path = join(out(name), 'package.json')
  const manifest: Record<string, unknown> = { repository, keywords, ...readJson(path) }
  for (const field of ['description', 'license'])
    if (!Object.hasOwn(manifest, field)) throw new Error(`${manifest.name} has no ${field}`)
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
  const flags = ['--access', 'public', '--provenance', ...process.argv.slice(2)]
  execFileSync('npm', ['publish', ...flags, out(name)], { stdio: 'inherit' })
}
