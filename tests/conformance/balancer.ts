/** Passes each new connection to the next node, byte for byte. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Balancer {
  url: string
  close(): Promise<void>
}

export async function startBalancer(nodeUrls: readonly string[]): Promise<Balancer> {
  const ports = nodeUrls.map((url) => Number(new URL(url).port))
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const node = connect({ port: ports[turn++ % ports.length] as number, host: '127.0.0.1', allowHalfOpen: true })
    join(client, node)
    for (const socket of [client, node]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function join(client: Socket, node: Socket): void {
  client.pipe(node)
  node.pipe(client)
  client.on('error', () => node.destroy())
  // A node may answer and hang up while the client is still sending. The client must still get the answer.
  node.on('error', () => client.end())
  node.once('close', () => client.unpipe(node).resume())
}
