import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** This file appears when the demo is ready. It contains the servers' URLs, or why they did not start. */
    demoFile: string
  }
}

// The demo may still be starting.
while (!existsSync(inject('demoFile'))) await pause(250)
const demo: { urls?: string[]; failure?: string } = JSON.parse(readFileSync(inject('demoFile'), 'utf8'))

/** No other test file uses this demo at the same time. */
export function demoUrl(): string {
  const url = demo.urls?.[Number(process.env.VITEST_POOL_ID) - 1]
  if (url === undefined) throw new Error(`the demo did not start: ${demo.failure}`)
  return url
}
