/** Finds the tests that import a source file, and the number of import steps between them. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Import steps from each test file to the source file. */
export type RelatedTests = ReadonlyMap<string, number>

export interface ImportGraph {
  testsOf(file: string): RelatedTests
}

/** Matches quoted paths, which include started programs, and names of our packages. */
const IMPORT = /'(\.[^'\s]+\.tsx?|@vitrine\/[^']+)'/g
/** Type imports do not load the file. */
const TYPE_IMPORT = /^(?:import|export) type [^;]*?from '[^']+'/gm
/** Paths are relative to the root, as git prints them. */
export function readImportGraph(root: string): ImportGraph {
  const importers = new Map<string, string[]>()
  const packages = readPackages(root)
  for (const file of globSync(['{packages,apps}/*/src/**/*.{ts,tsx}', 'tests/**/*.ts'], { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8').replaceAll(TYPE_IMPORT, '')
    for (const [, target] of source.matchAll(IMPORT)) {
      const imported = target!.startsWith('.') ? join(dirname(file), target!) : packages.get(target!)
      if (imported === undefined) continue
      const known = importers.get(imported)
      if (known === undefined) importers.set(imported, [file])
      else known.push(file)
    }
  }
  return { testsOf: (file) => walkUp(importers, file) }
}

function readPackages(root: string): Map<string, string> {
  const exported = new Map<string, string>()
  for (const file of globSync('{packages,apps}/*/package.json', { cwd: root })) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, file), 'utf8'))
    for (const [path, source] of Object.entries<string>(exports))
      exported.set(join(name, path), join(dirname(file), source))
  }
  return exported
}

function walkUp(importers: ReadonlyMap<string, readonly string[]>, file: string): RelatedTests {
  const steps = new Map([[file, 0]])
  const tests = new Map<string, number>()
  // A Map's iterator visits entries that are added meanwhile, so this is a breadth-first search.
  for (const [at, distance] of steps) {
    if (at.endsWith('.test.ts')) tests.set(at, distance)
    for (const importer of importers.get(at) ?? []) if (!steps.has(importer)) steps.set(importer, distance + 1)
  }
  return tests
}
