import { Command } from 'commander'

/**
 * glibc gives each thread an arena of its own and hardly ever returns what was freed in it. The server has a dozen threads, so that is a third of its
 * memory. The number of arenas is read once, when a process begins: it begins again with the setting, under the same process id.
 */
function useFewArenas(): void {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX !== undefined || !process.execve) return
  const environment = { ...process.env, MALLOC_ARENA_MAX: '2' } as Record<string, string>
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], environment)
}

export function serveCommand(): Command {
  return new Command('serve').description('start the server; settings come from the environment').action(async () => {
    useFewArenas()
    // Loaded only here: the server's parts take a second to load, and the other commands need none of them.
    const { serve } = await import('../../main.ts')
    await serve(process.env)
  })
}
