/** The demo storefront at /demo/: built files, and its one page for every address below. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'

const NOT_BUILT = 'The demo storefront is not built: run "npm run build", then reload.'

export function storefrontAppRoutes(app: App, folder: string): void {
  app.server.register(async (scope) => {
    await scope.register(fastifyStatic, { root: folder, serve: false })
    const sendPage = (reply: FastifyReply) => {
      if (!existsSync(join(folder, 'index.html'))) return reply.code(503).type('text/plain').send(NOT_BUILT)
      return reply.header('cache-control', 'no-cache').sendFile('index.html')
    }
    scope.get('/demo', (_request, reply) => sendPage(reply))
    scope.get('/demo/*', (request, reply) => {
      const path = (request.params as { '*': string })['*']
      const isFile = /\.[a-z]+$/.test(path)
      if (!isFile) return sendPage(reply)
      if (!existsSync(join(folder, path))) return reply.code(404).send({ error: `unknown path /demo/${path}` })
      return reply.sendFile(path)
    })
  })
}
