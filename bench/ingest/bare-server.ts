/** The yardstick: a bare node:http server that parses the body and answers, and does nothing else. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString())
    response.writeHead(body.event ? 200 : 400, { 'content-type': 'application/json' })
    response.end('{"ok":true}')
  })
})
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'none' }),
)
