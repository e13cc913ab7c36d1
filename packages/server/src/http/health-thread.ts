import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { HealthThreadData } from './health-listener.ts'

/** Neither a request nor a pause of a machine that swaps takes this long. */
const STUCK_AFTER_MS = 30_000

const { host, port, seen } = workerData as HealthThreadData
const mark = new Float64Array(seen)

const server = createServer({ keepAliveTimeout: 5000 }, (request, response) => {
  const isKnown = request.method === 'GET' && request.url === '/health'
  const isStuck = Date.now() - (mark[0] as number) > STUCK_AFTER_MS
  const status = isKnown ? (isStuck ? 503 : 200) : 404
  const body = isKnown ? { status: isStuck ? 'stuck' : 'ok' } : { error: 'only GET /health is answered here' }
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
})
server.maxConnections = 100
server.listen(port, host, () => parentPort?.postMessage((server.address() as AddressInfo).port))
