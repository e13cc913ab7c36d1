import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * Settings that only take effect at the start of a process:
 * - glibc gives each thread its own arena and rarely returns memory freed in it. With a dozen threads that is a third
 *   of the server's memory. Allocations of 256 KiB or more (models, files, pictures) are mapped, and returned
 *   when freed. Mapping smaller ones too would be slow: a model run allocates and frees hundreds.
 * - V8 would let 128 MiB of new objects accumulate in each thread before collecting, and let the old ones double.
 *   Collecting earlier costs little, because most objects of a request are garbage when it ends.
 */
export const SAVING = {
  environment: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' },
  execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=50'],
}

/** Restarts the process under the same id. Other threads get its compile cache, to strip types only once. */
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
