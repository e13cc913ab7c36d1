import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Reads the arguments of a command. `--help`, or an unknown argument, prints the usage and ends the process. */
export function readArguments<T extends ParseArgsConfig & { options: object }>(usage: string, config: T) {
  if (process.argv.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return refuseArguments(usage, (error as Error).message)
  }
}

export function refuseArguments(usage: string, fault: string): never {
  console.error(`${fault}\n${usage}`)
  process.exit(2)
}
