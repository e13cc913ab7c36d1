/** Writes the package to `dist/`, or to the folder given as an argument. */
import { join } from 'node:path'
import { buildPackage } from './build/build-package.ts'

await buildPackage(process.argv[2] ?? join(import.meta.dirname, 'dist'))
