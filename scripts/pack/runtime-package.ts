/** Packages onnxruntime for one system, without other systems' builds and without its install script. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../read-lockfile.ts'
import { readJson } from './workspaces.ts'

export interface System {
  name: string
  os: string
  cpu: string
}

export const SYSTEMS: readonly System[] = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64', 'win32-arm64'].map(
  (system) => {
    const [os = '', cpu = ''] = system.split('-')
    return { name: `@vitrine/onnxruntime-${system}`, os, cpu }
  },
)

/** This module of the server's package loads the runtime of the current system. */
export const RUNTIME_MODULE = 'packages/embedder/src/onnxruntime.js'

export const runtimeModule = `import { createRequire } from 'node:module'

const name = \`@vitrine/onnxruntime-\${process.platform}-\${process.arch}\`
export const { InferenceSession, Tensor } = createRequire(import.meta.url)(name)
`

const COMMON = 'onnxruntime-common'

const LICENSE = `MIT License

Copyright (c) Microsoft Corporation

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`

export function ownSystem(): System {
  const name = `@vitrine/onnxruntime-${process.platform}-${process.arch}`
  const system = SYSTEMS.find((one) => one.name === name)
  if (system === undefined) throw new Error(`there is no onnxruntime for ${process.platform} on ${process.arch}`)
  return system
}

export function buildRuntimePackage({ name, os, cpu }: System, out: string): void {
  const source = join(ROOT, 'node_modules/onnxruntime-node')
  const { version } = readJson(join(source, 'package.json'))
  const builds = `bin/napi-v6/${os}/${cpu}`
  mkdirSync(out, { recursive: true })
  cpSync(join(source, builds), join(out, builds), { recursive: true })
  cpSync(join(source, 'dist'), join(out, 'dist'), { recursive: true, filter: isRun })
  const common = `node_modules/${COMMON}`
  for (const part of ['package.json', 'dist/cjs'])
    cpSync(join(ROOT, common, part), join(out, common, part), { recursive: true, filter: isRun })
  const description = `onnxruntime-node ${version} by Microsoft, unchanged, for ${os} on ${cpu} alone`
  const manifest = {
    name,
    version,
    description,
    keywords: ['onnxruntime'],
    license: 'MIT',
    main: 'dist/index.js',
    os: [os],
    cpu: [cpu],
    dependencies: { [COMMON]: version },
    bundleDependencies: [COMMON],
  }
  writeFileSync(join(out, 'LICENSE'), LICENSE)
  writeFileSync(join(out, 'README.md'), `${description}.\n`)
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function isRun(file: string): boolean {
  return !/\.(map|d\.ts)$/.test(file)
}
