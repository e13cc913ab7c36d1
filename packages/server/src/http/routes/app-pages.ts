/** Serves a single-page app: its built files, and its page for every other path. */
import fastifyStatic from '@fastify/static'
import { demoImageRoute } from '@vitrine/contract'
import type { FastifyReply } from 'fastify'
import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { Refusal } from '../../features/errors.ts'
import type { App } from '../app.ts'
import { PublicAnswer } from '../public-handler.ts'

export interface AppPages {
  /** Path below which the app is served, such as `/demo`, without a trailing slash. */
  base: string
  folder: string
  name: string
}

/** Files with a content hash in their name never change. */
const HASHED = /-[A-Z0-9]{8}\.[a-z0-9]+$/
const FOR_EVER = 'public, max-age=31536000, immutable'
/** Low, because a page loads some twenty files. */
const FILE_COST = 1

export function appPages(app: App, { base, folder, name }: AppPages): void {
  app.server.register(async (scope) => {
    scope.addHook('onRequest', app.chargeAddress(FILE_COST))
    await scope.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
    const sendPage = (reply: FastifyReply) => {
      if (!existsSync(join(folder, 'index.html')))
        return reply.code(503).type('text/plain').send(`${name} is not built: run "npm run build", then reload.`)
      return reply.header('cache-control', 'no-cache').sendFile('index.html')
    }
    scope.get(base, (_request, reply) => sendPage(reply))
    scope.get(`${base}/*`, (request, reply) => {
      const path = (request.params as { '*': string })['*']
      const isFile = /\.[a-z]+2?$/.test(path)
      if (!isFile) return sendPage(reply)
      if (!isFileOf(folder, path)) return reply.code(404).send({ error: `unknown path ${base}/${path}` })
      if (!HASHED.test(path)) return reply.sendFile(path)
      return reply.header('cache-control', FOR_EVER).sendFile(path, { cacheControl: false })
    })
  })
}

/** Reveals nothing about files outside of the folder. */
function isFileOf(folder: string, path: string): boolean {
  const file = join(folder, path)
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep) && existsSync(file)
}

export function firstPage(app: App, path: string): void {
  app.server.get('/', (_request, reply) => reply.redirect(path))
}

interface Pictures {
  /** `path` is below the server's URL. */
  find(path: string, width?: number): Promise<{ bytes: Uint8Array; etag: string } | undefined>
}

const FOR_A_YEAR = 'public, max-age=31536000, immutable'

export function demoImageRoutes(app: App, pictures: Pictures): void {
  app.public(demoImageRoute, async ({ params, query, headers }) => {
    const picture = await pictures.find(`/demo/images/${params.name}`, Number(query.width) || undefined)
    if (!picture) throw new Refusal(404, 'there is no such picture')
    const caching = { etag: picture.etag, 'cache-control': FOR_A_YEAR }
    if (headers['if-none-match'] === picture.etag) return new PublicAnswer(304, null, caching)
    return new PublicAnswer(200, Buffer.from(picture.bytes), caching)
  })
}
