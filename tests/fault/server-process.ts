/** Starts a server that may be killed, and runs commands beside it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const ADMIN_KEY = `vak_${'F'.repeat(32)}`
export const SHOP = 'fault.myshopify.com'
const SERVER = new URL('./fault-server.ts', import.meta.url).pathname
const VITRINE = new URL('../../packages/server/src/cli/vitrine.ts', import.meta.url).pathname

export interface Server {
  process: ChildProcess
  url: string
}

const environment = (folder: string) => ({
  ...process.env,
  PORT: '0',
  VITRINE_DATA: folder,
  VITRINE_DEMO: 'off',
  VITRINE_ADMIN_KEY: ADMIN_KEY,
  VITRINE_EMBEDDER: 'none',
  LOG_LEVEL: 'silent',
})

export async function startServer(
  folder: string,
  fileLimitKib?: number,
  settings: Record<string, string> = {},
): Promise<Server> {
  const env = { ...environment(folder), ...settings }
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  const child =
    fileLimitKib === undefined
      ? spawn(process.execPath, [SERVER], { env, stdio: [...stdio] })
      : spawn('bash', ['-c', `ulimit -f ${fileLimitKib}; exec "$0" "$1"`, process.execPath, SERVER], {
          env,
          stdio: [...stdio],
        })
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with exit code ${code} at its start`)
  })
  const [message] = await Promise.race([once(child, 'message'), exited])
  exited.catch(() => {})
  return { process: child, url: (message as { url: string }).url }
}

export async function killNow({ process: child }: Server): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

export async function stopServer({ process: child }: Server): Promise<void> {
  const gone = once(child, 'exit')
  child.send({ stop: true })
  await gone
}

/** Sends a message to the server and returns the reply. */
export async function tell({ process: child }: Server, message: object): Promise<unknown> {
  const answered = once(child, 'message')
  child.send(message)
  const [answer] = (await answered) as [{ done: unknown }]
  return answer.done
}

export async function vitrine(folder: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [VITRINE, ...args], { env: environment(folder) })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code: code as number, output }
}

export async function admin(url: string, method: string, path: string, body?: string): Promise<Response> {
  const type = path.includes('/bulk') ? 'application/x-ndjson' : 'application/json'
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': type }
  return fetch(`${url}/api/admin/v1${path}`, { method, headers, ...(body !== undefined && { body }) })
}

export async function createShop(url: string, shop = SHOP): Promise<string> {
  await admin(url, 'PUT', `/shops/${shop}`, JSON.stringify({ name: 'Fault', currency: 'USD' }))
  const answer = await admin(url, 'POST', `/shops/${shop}/keys`, JSON.stringify({ label: 'fault' }))
  return ((await answer.json()) as { key: string }).key
}

export async function configureShop(url: string, config: object): Promise<void> {
  const answer = await admin(url, 'PATCH', `/shops/${SHOP}/config`, JSON.stringify(config))
  if (!answer.ok) throw new Error(`the configuration was refused: ${await answer.text()}`)
}

export async function putProducts(url: string, products: readonly object[], shop = SHOP): Promise<void> {
  const lines = products.map((product) => JSON.stringify(product)).join('\n')
  const answer = await admin(url, 'POST', `/shops/${shop}/products/bulk?wait=true`, lines)
  if (!answer.ok) throw new Error(`products were refused: ${await answer.text()}`)
}

/** Writes products until one is refused, and returns its status. */
export async function productWriteStatus(url: string): Promise<number> {
  for (let batch = 0; batch < 400; batch++) {
    const lines = Array.from({ length: 100 }, (_, i) => {
      const id = batch * 100 + i + 1
      const body_html = Array.from({ length: 200 }, () => Math.random().toString(36)).join(' ')
      return JSON.stringify({
        id,
        title: `Product ${id}`,
        handle: `p-${id}`,
        body_html,
        variants: [{ id, price: '1.00' }],
      })
    })
    const { status } = await admin(url, 'POST', `/shops/${SHOP}/products/bulk`, lines.join('\n'))
    if (status !== 200) return status
  }
  return 200
}

export async function readyStatus(url: string): Promise<string> {
  return ((await (await fetch(`${url}/ready`)).json()) as { status: string }).status
}
