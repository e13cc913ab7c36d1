/** Starts the server with each of the settings given, one after another, and says how each ended. Loading its parts takes longer than the rest. */
import { serve } from '../../packages/server/src/main.ts'

for (const settings of JSON.parse(process.argv[2] ?? '') as Record<string, string>[]) {
  process.exitCode = 0
  await serve(settings)
  process.stderr.write(`ended with ${process.exitCode}\n`)
}
process.exitCode = 0
