import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A JSON file that appears when the demo is ready. It contains the URLs of its servers, or why they did not start. */
    demoFile: string
  }
}

// The demo is created while other tests run, so a test file that starts early waits here.
while (!existsSync(inject('demoFile'))) await pause(250)
const demo: { urls?: string[]; failure?: string } = JSON.parse(readFileSync(inject('demoFile'), 'utf8'))

/** Returns the demo shop of this worker; no other test file uses it at the same time. */
export function demoUrl(): string {
  const url = demo.urls?.[Number(process.env.VITEST_POOL_ID) - 1]
  if (url === undefined) throw new Error(`the demo did not start: ${demo.failure}`)
  return url
}
