/** Each call goes to the next node, except for concurrent calls, whose order only a single node keeps. */
export function byTurns<Port extends { close(): Promise<void> }>(nodes: readonly Port[]): Port {
  let turn = 0
  let underWay = 0
  const callNext = async (name: string | symbol, args: unknown[]) => {
    if (underWay++ === 0) turn++
    const node = nodes[turn % nodes.length] as Record<string | symbol, unknown> & Port
    try {
      return await (node[name] as (...args: unknown[]) => unknown).apply(node, args)
    } finally {
      underWay--
    }
  }
  const everywhere = (name: string) =>
    ({
      close: async () => {
        for (const node of nodes) await node.close()
      },
      // A node only notifies its own listeners.
      onChange: (listener: unknown) => {
        const stops = nodes.map((node) => (node as unknown as { onChange(l: unknown): () => void }).onChange(listener))
        return () => {
          for (const stop of stops) stop()
        }
      },
    })[name]
  return new Proxy(nodes[0] as Port, {
    get(_, name) {
      const first = (nodes[0] as Record<string | symbol, unknown>)[name]
      if (typeof first !== 'function') return first
      return everywhere(name as string) ?? ((...args: unknown[]) => callNext(name, args))
    },
  })
}
