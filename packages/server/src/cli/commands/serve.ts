import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Command } from 'commander'

/**
 * Starts the process again, under the same process id, with settings that are read only when a process begins:
 * - glibc gives each thread an arena of its own and hardly ever returns what was freed in it. The server has a dozen threads, so that is a third of
 *   its memory. Pieces from a quarter of a MiB on (models, files, pictures) are mapped, and given back when they are freed. Smaller ones are not: a model's
 *   run takes and frees hundreds, and mapping them costs more time than the run.
 * - V8 would gather 128 MiB of new objects in each thread before it looks, and let the old ones double. Looking sooner costs little: what a request
 *   makes is garbage when it is answered.
 * - Threads find compiled code where the main thread does. Otherwise each of them strips the types of its files again, and keeps the parser.
 */
function saveMemory(): void {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX !== undefined || !process.execve) return
  const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' }
  const compiled = getCompileCacheDir()
  const environment = {
    ...allocator,
    ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) }),
    ...process.env,
  } as Record<string, string>
  const collector = ['--max-semi-space-size=8', '--heap-growing-percent=50']
  const args = [...collector, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, [process.execPath, ...args], environment)
}

export function serveCommand(): Command {
  return new Command('serve').description('start the server; settings come from the environment').action(async () => {
    saveMemory()
    // Loaded only here: the server's parts take a second to load, and the other commands need none of them.
    const { serve } = await import('../../main.ts')
    await serve(process.env)
  })
}
