import { Command } from 'commander'

export function serveCommand(): Command {
  return new Command('serve').description('start the server; settings come from the environment').action(async () => {
    // Loaded only here: the server's parts take a second to load, and the other commands need none of them.
    const { serve } = await import('../../main.ts')
    await serve(process.env)
  })
}
