import { Command } from 'commander'

export function serveCommand(): Command {
  return new Command('serve').description('start the server; settings come from the environment').action(async () => {
    // Imported here because the server takes a second to load, and the other commands do not need it.
    const { serve } = await import('../../main.ts')
    await serve(process.env)
  })
}
