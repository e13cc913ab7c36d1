import { mergeConfig } from 'vitest/config'
import tests from './vitest.config.ts'
import { BROWSER } from './vitest.e2e.config.ts'

/** All tests in one run: while a browser waits for its server, another file computes. The demo shop is made beside the first files. */
export default mergeConfig(tests, { test: { projects: [{ test: { ...BROWSER, name: 'browser' } }] } })
