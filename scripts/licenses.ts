/** Licenses that third-party packages may have, and the exceptions with their reasons. */
import type { LockedPackage } from './read-lockfile.ts'

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
  'Zlib',
])

/** Development tools are used unchanged and not shipped, so licenses that only cover changes to the tool itself are allowed too. */
const PERMISSIVE_TOOLS = new Set([...PERMISSIVE, 'MPL-2.0', 'PSF-2.0', 'Python-2.0'])

/** Licenses that are not spelled as in SPDX. */
const READ_AS: Record<string, string> = {
  'MIT/X11': 'MIT',
  'Apache 2.0': 'Apache-2.0',
}

const EXCEPTIONS: readonly { package: RegExp; why: string }[] = [
  {
    package: /^@img\/sharp-(libvips-|win32-|wasm32)/,
    why: 'libvips is LGPL: a shared library of its own that can be replaced, used unchanged.',
  },
  {
    package: /^@fontsource-variable\//,
    why: 'OFL-1.1: fonts that may be shipped with any program, as they are.',
  },
  { package: /^hogan\.js$/, why: 'Apache-2.0 by its LICENSE file; its package.json does not say so. Tests only.' },
]

/** Returns why the package may not be used; undefined if it may. */
export function licenseFault({ name, version, license, isDev }: LockedPackage): string | undefined {
  if (EXCEPTIONS.some((one) => one.package.test(name))) return undefined
  const allowed = isDev ? PERMISSIVE_TOOLS : PERMISSIVE
  if (isAllowed(license, allowed)) return undefined
  return `${name}@${version} has the licence ${license || '(none given)'}`
}

/** True if at least one of alternative licenses (OR), and each of combined ones (AND), is allowed. */
function isAllowed(license: string, allowed: ReadonlySet<string>): boolean {
  const plain = license.replace(/^\((.*)\)$/, '$1')
  if (plain.includes(' OR ')) return plain.split(' OR ').some((one) => isAllowed(one, allowed))
  return plain.split(' AND ').every((one) => allowed.has(READ_AS[one] ?? one))
}
