/** `npm run build -w @vitrine/client`: the package into `dist/`, or into the folder named. */
import { join } from 'node:path'
import { buildPackage } from './build/build-package.ts'

await buildPackage(process.argv[2] ?? join(import.meta.dirname, 'dist'))
