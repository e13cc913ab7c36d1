/** Draws the imports between folders in ARCHITECTURE.md. A test fails if the page and the imports differ. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

export interface Import {
  file: string
  target: string
  typeOnly: boolean
  /** True for `import('…')`, which loads the module when the line runs. */
  dynamic: boolean
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules') && !file.includes('/dist/'))
}

const isTest = (file: string) => /\.(test|contract)\.tsx?$/.test(file) || file.includes('/testing/')

export const sourceFiles = (): string[] =>
  [...filesBelow('packages'), ...filesBelow('apps')].filter((file) => file.includes('/src/') && !isTest(file))

export function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /^(?:import|export)\s(type\s)?[^'"`;]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm,
  )
  return [...found].map((match) => {
    const name = match[2] ?? match[3] ?? match[4] ?? ''
    const target = name.startsWith('.') ? relative(root, resolve(root, dirname(file), name)) : name
    return { file, target, typeOnly: match[1] !== undefined, dynamic: match[4] !== undefined }
  })
}

/** A room is a folder of the server, or any other package or app. */
function houseRoom(path: string): string | undefined {
  const parts = path.split('/')
  if (parts[0] === '@vitrine') return parts[1]
  if (parts[0] !== 'packages' && parts[0] !== 'apps') return undefined
  if (parts[1] !== 'server') return parts[1]
  return parts.length > 4 ? `server/${parts[3]}` : 'server'
}

function engineRoom(path: string): string | undefined {
  const [packages, engine, , room, file] = path.split('/')
  return packages === 'packages' && engine === 'engine' && file !== undefined ? room : undefined
}

function graph(imports: readonly Import[], roomOf: (path: string) => string | undefined): string {
  const arrows = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const [from, to] = [roomOf(file), roomOf(target)]
    if (from === undefined || to === undefined || from === to) continue
    arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
  }
  leaveOutImplied(arrows)
  const lines = [...arrows].flatMap(([from, targets]) => [...targets].map((to) => `  ${from} --> ${to}`))
  return ['```mermaid', 'flowchart TD', ...lines.sort(), '```'].join('\n')
}

/** Removes an arrow if its target can also be reached through other rooms. */
function leaveOutImplied(arrows: Map<string, Set<string>>): void {
  for (const from of [...arrows.keys()].sort()) {
    const targets = arrows.get(from) as Set<string>
    for (const to of [...targets].sort()) {
      targets.delete(to)
      if (!isReached(arrows, from, to)) targets.add(to)
    }
  }
}

function isReached(arrows: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const room of seen) for (const next of arrows.get(room) ?? []) seen.add(next)
  return seen.has(to)
}

const between = (name: string) => new RegExp(`(<!-- rooms: ${name} -->)[^]*?(<!-- end -->)`)

export function drawRooms(page: string): string {
  const imports = sourceFiles().flatMap(importsOf)
  return page
    .replace(between('house'), (_, begin, end) => `${begin}\n\n${graph(imports, houseRoom)}\n\n${end}`)
    .replace(between('engine'), (_, begin, end) => `${begin}\n\n${graph(imports, engineRoom)}\n\n${end}`)
}

if (import.meta.main) {
  const path = join(root, 'ARCHITECTURE.md')
  writeFileSync(path, drawRooms(readFileSync(path, 'utf8')))
}
