/** A stretch of network that can be cut: leads to a port of this machine. */
import { connect, createServer, type Socket } from 'node:net'

export interface NetworkLink {
  port: number
  /** Connections that were turned away while it was cut. */
  readonly refused: number
  /** Everything on it breaks, and nothing new gets through. */
  cut(): void
  /** Nothing breaks and nothing gets through, either way: as behind a firewall that has forgotten its connections. */
  silence(): void
  /** New connections get through. Those that were silenced stay so. */
  mend(): void
  close(): void
}

/** `onSent` sees what goes towards the port; true holds it back for ever, as a network does that loses everything. */
export async function openLink(to: number, onSent: (bytes: Buffer) => boolean = () => false): Promise<NetworkLink> {
  const open = new Set<Socket>()
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
        // A network that loses everything loses the goodbye, too.
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
