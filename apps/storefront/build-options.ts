/** Uses Preact in place of React, because it is much smaller. */
import { fileURLToPath } from 'node:url'
import type { BuildOptions } from 'esbuild'
import { appOptions } from '../../scripts/apps/build-app.ts'

const moduleAt = (name: string) => fileURLToPath(import.meta.resolve(name))

export const buildOptions = {
  ...appOptions(import.meta.dirname),
  alias: {
    react: moduleAt('preact/compat'),
    'react-dom/client': moduleAt('preact/compat/client'),
    'react/jsx-runtime': moduleAt('preact/jsx-runtime'),
  },
} as const satisfies BuildOptions
