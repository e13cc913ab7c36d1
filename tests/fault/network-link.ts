/** A stretch of network that can be cut: leads to a port of this machine. */
import { connect, createServer, type Socket } from 'node:net'

export interface NetworkLink {
  port: number
  /** Everything on it breaks, and nothing new gets through. */
  cut(): void
  mend(): void
  close(): void
}

/** `onSent` sees what goes towards the port; true holds it back for ever, as a network does that loses everything. */
export async function openLink(to: number, onSent: (bytes: Buffer) => boolean = () => false): Promise<NetworkLink> {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((from) => {
    if (isCut) return from.destroy()
    const onward = connect(to, '127.0.0.1')
    join(from, onward)
    from.on('data', (bytes) => {
      if (!onSent(bytes)) onward.write(bytes)
    })
    onward.pipe(from)
  })
  const join = (from: Socket, onward: Socket) => {
    for (const [socket, other] of [
      [from, onward],
      [onward, from],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  }
  const breakAll = () => {
    for (const socket of open) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      isCut = true
      breakAll()
    },
    mend() {
      isCut = false
    },
    close() {
      breakAll()
      server.close()
    },
  }
}
