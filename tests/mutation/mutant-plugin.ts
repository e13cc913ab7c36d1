/** Vite does not use Node's loader, so this plugin passes the mutant to tests in Vite. */
import { readFileSync } from 'node:fs'

export const mutantPlugin = {
  name: 'vitrine-mutant',
  enforce: 'pre' as const,
  load: (id: string) => {
    if (process.env.VITRINE_MUTANT === undefined) return null
    const { path, source } = JSON.parse(readFileSync(process.env.VITRINE_MUTANT, 'utf8'))
    return id.split('?')[0] === path ? source : null
  },
}
