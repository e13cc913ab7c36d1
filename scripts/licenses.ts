/** Licenses that third-party packages may have, and exceptions with their reasons. */
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

/** Tools are not shipped, so they may also have licenses that only cover changes to the tool. */
const PERMISSIVE_TOOLS = new Set([...PERMISSIVE, 'MPL-2.0', 'PSF-2.0', 'Python-2.0'])

/** Maps other spellings to SPDX. */
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

/** Returns the reason why the package may not be used. */
export function licenseFault({ name, version, license, isDev }: LockedPackage): string | undefined {
  if (EXCEPTIONS.some((one) => one.package.test(name))) return undefined
  const allowed = isDev ? PERMISSIVE_TOOLS : PERMISSIVE
  if (isAllowed(license, allowed)) return undefined
  return `${name}@${version} has the license ${license || '(none given)'}`
}

/** Accepts alternatives (OR) if one of them is allowed, and combinations (AND) if all are. */
function isAllowed(license: string, allowed: ReadonlySet<string>): boolean {
  const plain = license.replace(/^\((.*)\)$/, '$1')
  if (plain.includes(' OR ')) return plain.split(' OR ').some((one) => isAllowed(one, allowed))
  return plain.split(' AND ').every((one) => allowed.has(READ_AS[one] ?? one))
}
