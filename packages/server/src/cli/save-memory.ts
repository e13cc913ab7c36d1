import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * Settings that only take effect at the start of a process:
 * - glibc gives each thread its own arena and hardly ever returns memory freed in it. With a dozen threads that is a
 *   third of the server's memory. Allocations of a quarter of a MiB or more (models, files, pictures) are mapped, and
 *   returned when freed. Smaller ones are not: a model run allocates and frees hundreds, and mapping them would take
 *   longer than the run.
 * - V8 would let 128 MiB of new objects accumulate in each thread before collecting, and let the old ones double.
 *   Collecting earlier costs little: what a request or a line of a file allocates is garbage soon after.
 */
export const SAVING = {
  environment: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' },
  execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=50'],
}

/**
 * Restarts the process under the same process id with these settings. Threads then use the compile cache of the main
 * thread, instead of stripping types themselves.
 */
export function saveMemory(): void {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX !== undefined || !process.execve) return
  const compiled = getCompileCacheDir()
  const environment = {
    ...SAVING.environment,
    ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) }),
    ...process.env,
  } as Record<string, string>
  const args = [...SAVING.execArgv, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, [process.execPath, ...args], environment)
}
