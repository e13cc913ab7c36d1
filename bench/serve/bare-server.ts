/** Baseline: a node:http server that parses the body and answers the given bytes. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let answer = Buffer.from('{}')

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString())
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
    response.end(answer)
  })
})
process.on('message', (message: { answer?: string } | string) => {
  if (message === 'cpu') process.send?.(process.cpuUsage())
  else if (typeof message === 'object' && message.answer !== undefined) {
    answer = Buffer.from(message.answer)
    process.send?.('ready')
  } else process.exit(0)
})
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
)
