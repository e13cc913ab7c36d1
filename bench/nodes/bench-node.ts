import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface BenchNode {
  child: ChildProcess
  url: URL
  /** node-server.ts describes the messages. */
  ask(message: string): Promise<unknown>
  stop(): Promise<void>
}

export async function startNode(folder: string, store: string | undefined, code?: string): Promise<BenchNode> {
  const file = new URL('node-server.ts', import.meta.url).pathname
  const args = [file, folder, store ?? '', ...(code === undefined ? [] : [code])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [hello] = (await once(child, 'message')) as [{ url: string }]
  const ask = async (message: string) => {
    const answered = once(child, 'message')
    child.send(message)
    return (await answered)[0] as unknown
  }
  const stop = async () => {
    const gone = once(child, 'exit')
    child.send('stop')
    await gone
  }
  return { child, url: new URL(hello.url), ask, stop }
}

export async function nodeCpuMicros(nodes: readonly BenchNode[]): Promise<number> {
  const used = (await Promise.all(nodes.map((node) => node.ask('cpu')))) as NodeJS.CpuUsage[]
  return used.reduce((all, { user, system }) => all + user + system, 0)
}
