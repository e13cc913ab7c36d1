import { appOptions } from '../../scripts/apps/build-app.ts'

export const buildOptions = appOptions(import.meta.dirname)
