import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    demoUrls: string[]
  }
}

/** The demo shop of this worker; no other test file uses it at the same time. */
export function demoUrl(): string {
  return inject('demoUrls')[Number(process.env.VITEST_POOL_ID) - 1]!
}
