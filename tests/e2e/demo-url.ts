import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    demoUrls: string[]
  }
}

/** The demo shop that no other test file uses meanwhile. */
export function demoUrl(): string {
  return inject('demoUrls')[Number(process.env.VITEST_POOL_ID) - 1]!
}
