import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

type Value = string | number | boolean

/** Parses `--name VALUE` for each default, in the default's type. `--help` prints the usage and exits. */
export function readOptions<T extends Record<string, Value>>(args: string[], defaults: T, usage: string): Widened<T> {
  const names = Object.keys(defaults)
  const typeOf = (name: string) => (typeof defaults[name] === 'boolean' ? 'boolean' : 'string')
  const options = Object.fromEntries([...names.map((name) => [name, { type: typeOf(name) }]), ['help', BOOLEAN]])
  const values: Readonly<Record<string, unknown>> = parseArgs({ args, options }).values
  if (values.help) {
    console.log(usage)
    process.exit(0)
  }
  const read = (name: string): Value => {
    const given = values[name] as Value | undefined
    if (given === undefined) return defaults[name]!
    return typeof defaults[name] === 'number' ? Number(given) : given
  }
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Widened<T>
}

const BOOLEAN = { type: 'boolean' } as const

type Widened<T> = { [K in keyof T]: T[K] extends number ? number : T[K] extends boolean ? boolean : string }

/** Results are committed, so that later runs can be compared with them. */
export function saveResult(name: string, content: object): void {
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(content, null, 1)}\n`)
}

/** Adds a run to the bench's results, in place of an earlier run of the same name. */
export function saveRun(result: string, command: string, run: { name: string }): void {
  const file = new URL(`results/${result}.json`, import.meta.url)
  const former: { name: string }[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).runs : []
  saveResult(result, { command, runs: [...former.filter(({ name }) => name !== run.name), run] })
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}
