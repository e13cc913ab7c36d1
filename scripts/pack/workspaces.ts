import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../read-lockfile.ts'

export interface Workspace {
  name: string
  /** Relative to the repository's root. */
  folder: string
  exports: Record<string, string>
  dependencies: Record<string, string>
}

export function workspaceWithOurs(name: string): Workspace[] {
  const all = new Map(readWorkspaces().map((one) => [one.name, one]))
  const found = new Map<string, Workspace>()
  const add = (wanted: string) => {
    const workspace = all.get(wanted)
    if (!workspace || found.has(wanted)) return
    found.set(wanted, workspace)
    for (const needed of Object.keys(workspace.dependencies)) add(needed)
  }
  add(name)
  return [...found.values()]
}

function readWorkspaces(): Workspace[] {
  return globSync('{packages,apps}/*/package.json', { cwd: ROOT }).map((manifest) => {
    const { name, exports = {}, dependencies = {} } = readJson(join(ROOT, manifest))
    return { name, folder: dirname(manifest), exports, dependencies } as Workspace
  })
}

export function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
}
