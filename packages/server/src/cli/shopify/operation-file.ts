import { readFile, writeFile } from 'node:fs/promises'
import type { OperationMemory } from './bulk-operation.ts'

/** Operations that are under way, by their purpose, in a small file: a sync that was stopped goes on with them. No secrets are in it. */
export function operationFile(path: string): OperationMemory {
  const read = async (): Promise<Record<string, string>> => {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
    } catch {
      return {}
    }
  }
  return {
    read: async (purpose) => (await read())[purpose],
    async write(purpose, id) {
      const { [purpose]: _, ...others } = await read()
      await writeFile(path, `${JSON.stringify({ ...others, ...(id ? { [purpose]: id } : {}) }, null, 2)}\n`)
    },
  }
}
