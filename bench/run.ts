/** `npm run bench -- <name> [options]` calls `run` of `bench/<name>/bench-<name>.ts`. */
import { existsSync, readdirSync } from 'node:fs'

interface Bench {
  run(args: string[]): Promise<void>
}

const here = new URL('.', import.meta.url)
const [name, ...args] = process.argv.slice(2)
const names = readdirSync(here).filter((folder) => existsSync(benchFile(folder)))
if (name === undefined || !names.includes(name)) {
  console.error(`usage: npm run bench -- <${names.join(' | ')}> [options]`)
  process.exitCode = 2
} else {
  const bench: Bench = await import(benchFile(name).href)
  await bench.run(args)
}

function benchFile(folder: string): URL {
  return new URL(`${folder}/bench-${folder}.ts`, here)
}
