import { connect, createServer, type Socket } from 'node:net'

export interface NetworkLink {
  port: number
  readonly refused: number
  /** Open connections of clients, including silenced ones. */
  readonly clients: number
  cut(): void
  /** Forwards nothing in either direction, like a firewall that has lost its state. */
  silence(): void
  /** Forwards new connections. Silenced ones stay silent. */
  mend(): void
  close(): void
}

/** `onSent` sees what is sent to the port. If it returns true, the connection is silenced for good. */
export async function openLink(to: number, onSent: (bytes: Buffer) => boolean = () => false): Promise<NetworkLink> {
  const open = new Set<Socket>()
  const clients = new Set<Socket>()
  const silenced = new WeakSet<Socket>()
  let isCut = false
  let isSilent = false
  let refused = 0
  const server = createServer((from) => {
    if (isCut) {
      refused++
      return from.destroy()
    }
    if (isSilent) silenced.add(from)
    clients.add(from)
    from.on('close', () => clients.delete(from))
    const onward = connect(to, '127.0.0.1')
    join(from, onward)
    from.on('data', (bytes) => {
      if (!silenced.has(from) && !onSent(bytes)) onward.write(bytes)
    })
    onward.on('data', (bytes) => {
      if (!silenced.has(from)) from.write(bytes)
    })
  })
  const join = (from: Socket, onward: Socket) => {
    for (const [socket, other] of [
      [from, onward],
      [onward, from],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        if (!silenced.has(from)) other.destroy()
      })
    }
  }
  const breakAll = () => {
    for (const socket of open) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    get refused() {
      return refused
    },
    get clients() {
      return clients.size
    },
    cut() {
      isCut = true
      breakAll()
    },
    silence() {
      isSilent = true
      for (const socket of open) silenced.add(socket)
    },
    mend() {
      isCut = false
      isSilent = false
    },
    close() {
      breakAll()
      server.close()
    },
  }
}
