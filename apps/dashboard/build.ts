import { join } from 'node:path'
import { buildApp } from '../../scripts/apps/build-app.ts'
import { buildOptions } from './build-options.ts'

await buildApp({ page: join(import.meta.dirname, 'src/index.html'), options: buildOptions })
