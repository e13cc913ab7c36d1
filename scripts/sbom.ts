/**
 * `npm run sbom`: writes a software bill of materials (CycloneDX 1.6, JSON) of everything the lock file names. The same lock
 * file gives the same document.
 *
 *   npm run sbom                  to the terminal
 *   npm run sbom -- sbom.json     to a file
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type LockedPackage, ROOT, readLockfile } from './read-lockfile.ts'

export function billOfMaterials(): object {
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, string>
  const packages = readLockfile()
  const refs = new Map(packages.map((one) => [one.path, one.path]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serialNumber()}`,
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': 'root', name, version, purl: `pkg:npm/${name}@${version}` },
    },
    components: packages.map(component),
    dependencies: packages.map(({ path, needs }) => ({ ref: path, dependsOn: needs.filter((need) => refs.has(need)) })),
  }
}

function component(one: LockedPackage): object {
  return {
    type: 'library',
    'bom-ref': one.path,
    ...nameParts(one.name),
    version: one.version,
    purl: `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`,
    scope: one.isDev ? 'excluded' : one.isOptional ? 'optional' : 'required',
    ...(one.license === '' ? {} : { licenses: [licenseOf(one.license)] }),
    ...(one.integrity === undefined ? {} : { hashes: [hashOf(one.integrity)] }),
  }
}

function nameParts(name: string): { group?: string; name: string } {
  const [group, plain] = name.split('/')
  return plain === undefined ? { name } : { group, name: plain }
}

/** An SPDX identifier, an expression of several, or any other text that the package gives. */
function licenseOf(license: string): object {
  if (/ (OR|AND) /.test(license)) return { expression: license.replace(/^\((.*)\)$/, '$1') }
  return { license: /[\s/]/.test(license) ? { name: license } : { id: license } }
}

function hashOf(integrity: string): object {
  const [algorithm = '', digest = ''] = integrity.split('-', 2)
  return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }
}

/** A UUID (version 8) from the lock file's bytes. */
function serialNumber(): string {
  const hex = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = `${JSON.stringify(billOfMaterials(), null, 2)}\n`
  const [file] = process.argv.slice(2)
  if (file === undefined) process.stdout.write(text)
  else writeFileSync(file, text)
}
