import { parseArgs, type ParseArgsConfig } from 'node:util'

/** `--help` and unknown arguments print the usage and end the process. */
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
