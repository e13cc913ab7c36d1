import type { FastifyInstance } from 'fastify'

/** Every method and path that the router answers, as `GET /health`: read off the router itself, so that none can be forgotten. */
export function servedRoutes(server: FastifyInstance): string[] {
  const found: string[] = []
  const parents: string[] = []
  for (const line of server.printRoutes().split('\n')) {
    const drawn = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, -]+)\))?$/.exec(line)
    if (drawn === null) continue
    const [, indent = '', label = '', methods = ''] = drawn
    parents.length = indent.length / 4
    parents.push(label === '(empty root node)' ? '' : label)
    const path = parents.join('')
    for (const method of methods.split(', ').filter((name) => !IMPLIED.has(name))) found.push(`${method} ${path}`)
  }
  return found
}

/** Answered by the router itself, from what is declared for the others. */
const IMPLIED = new Set(['', 'HEAD', 'OPTIONS'])
