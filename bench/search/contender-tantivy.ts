/** Runs Tantivy, built by cargo, in another process, whose CPU is not measured. Times include two pipes. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Contender, flatDoc } from './contenders.ts'

const CRATE = fileURLToPath(new URL('tantivy/', import.meta.url))
const PROGRAM = `${CRATE}target/release/vitrine-bench-tantivy`

/** Builds the engine. Returns the reason if this fails. */
export function tantivyProblem(): string | undefined {
  try {
    execFileSync('cargo', ['build', '--release', '--locked', '--quiet'], {
      cwd: CRATE,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'tantivy is left out: cargo is not installed.'
    const said = String((error as { stderr?: Buffer }).stderr ?? error)
    return `tantivy is left out: cargo could not build it (${said.trim().split('\n')[0]}).`
  }
}

export function createTantivy(): Contender {
  const program = spawn(PROGRAM)
  process.on('exit', () => program.kill())
  const ask = asker(program)
  return {
    async build(docs) {
      for (const doc of docs) {
        if (!program.stdin.write(`${JSON.stringify(flatDoc(doc))}\n`))
          await new Promise((resolve) => program.stdin.once('drain', resolve))
      }
      await ask('commit')
    },
    search: async (query, workload) => (await ask({ query, workload })) as number[],
    close: () => void program.kill(),
    memoryMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'))?.[1]) / 1024,
  }
}

/** Answers arrive in the order of the requests. */
function asker({ stdin, stdout }: ChildProcessWithoutNullStreams): (message: unknown) => Promise<unknown> {
  const waiting: ((answer: unknown) => void)[] = []
  createInterface({ input: stdout }).on('line', (line) => waiting.shift()?.(JSON.parse(line)))
  return (message) =>
    new Promise((resolve) => {
      waiting.push(resolve)
      stdin.write(`${JSON.stringify(message)}\n`)
    })
}
