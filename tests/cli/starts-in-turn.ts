/** Starts the server with each of the settings in one process, because loading the modules takes longest. */
import { serve } from '../../packages/server/src/main.ts'

for (const settings of JSON.parse(process.argv[2] ?? '') as Record<string, string>[]) {
  process.exitCode = 0
  await serve(settings)
  process.stderr.write(`ended with ${process.exitCode}\n`)
}
process.exitCode = 0
