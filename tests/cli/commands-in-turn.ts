/** Runs the commands that its parent sends in one process, because loading the modules takes longest. */
import { runProgram } from '../../packages/server/src/cli/program.ts'

const bare = { ...process.env }

process.on('message', async ({ args, env }: { args: string[]; env: Record<string, string> }) => {
  const said = { out: '', err: '' }
  const hear = (stream: 'out' | 'err') => (chunk: string | Uint8Array) => {
    said[stream] += chunk.toString()
    return true
  }
  process.stdout.write = hear('out')
  process.stderr.write = hear('err')
  process.env = { ...bare, ...env }
  process.exitCode = 0
  await runProgram([process.execPath, 'vitrine', ...args])
  process.send?.({ code: process.exitCode, ...said })
})
