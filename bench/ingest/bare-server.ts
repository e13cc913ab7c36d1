/** Baseline: a Fastify server that only parses the body and answers. */
import Fastify from 'fastify'

const server = Fastify()
server.post('/api/storefront/v1/headless/events', (request, reply) => {
  const { event } = request.body as { event?: object }
  reply.code(event ? 200 : 400).send({ ok: true })
})
const url = await server.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ url, key: 'none' })
