/**
 * Builds the packed client into three projects as their own tools make them: `npm run try:client`. Plain Node imports it, Vite and Next.js
 * bundle it. It downloads both bundlers into a folder that is removed afterwards, so it is run by hand and not by the tests.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildPackage } from '../packages/client/build/build-package.ts'

interface Project {
  name: string
  /** Packages to install besides the client. */
  packages: string[]
  files: Record<string, string>
  /** Succeeds if the project builds. */
  command: string[]
}

const CREATE = `const client = createClient({ shop: 'demo-shop.myshopify.com', apiKey: 'vsk_demo', baseUrl: 'http://127.0.0.1:4000' })`

const PROJECTS: Project[] = [
  {
    name: 'plain Node',
    packages: [],
    files: {
      'index.mjs': `import { createClient } from '@vitrine/client'
import { createTracker, memoryStorage } from '@vitrine/client/events'
${CREATE}
const tracker = createTracker({ client, channel: 'headless', storage: memoryStorage() })
if (typeof client.search !== 'function' || tracker.identity.visitorId() === '') process.exit(1)
`,
    },
    command: ['node', 'index.mjs'],
  },
  {
    name: 'Vite with Vue and the type-ahead',
    packages: ['vite', 'vue'],
    files: {
      'index.html': '<!doctype html><div id="app"></div><input /><script type="module" src="/main.js"></script>',
      'main.js': `import { createClient } from '@vitrine/client'
import { typeAhead } from '@vitrine/client/type-ahead'
import { useSearch, vitrine } from '@vitrine/client/vue'
import { createApp, h } from 'vue'
${CREATE}
const Root = { setup: () => { const { data } = useSearch({ query: 'sofa' }); return () => h('p', data.value?.pagination.total) } }
createApp(Root).use(vitrine(client)).mount('#app')
typeAhead({ client, input: document.querySelector('input') })
`,
    },
    command: ['npx', 'vite', 'build'],
  },
  {
    name: 'Next.js with the React hooks',
    packages: ['next', 'react', 'react-dom'],
    files: {
      'app/layout.jsx': `export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }
`,
      'app/page.jsx': `import { Results } from './results.jsx'
export default function Page() { return <Results /> }
`,
      'app/results.jsx': `'use client'
import { createClient } from '@vitrine/client'
import { useSearch, VitrineProvider } from '@vitrine/client/react'
${CREATE}
function Total() { const { data } = useSearch({ query: 'sofa' }); return <p>{data?.pagination.total}</p> }
export function Results() { return <VitrineProvider client={client}><Total /></VitrineProvider> }
`,
    },
    command: ['npx', 'next', 'build'],
  },
]

const folder = mkdtempSync(join(tmpdir(), 'vitrine-client-'))
try {
  const built = join(folder, 'client')
  await buildPackage(built)
  const tarball = join(folder, run(folder, ['npm', 'pack', '--silent', built]).trim())
  for (const project of PROJECTS) tryProject(project, tarball)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function tryProject({ name, packages, files, command }: Project, tarball: string): void {
  const at = mkdtempSync(join(folder, 'project-'))
  writeFileSync(join(at, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }')
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at, file)), { recursive: true })
    writeFileSync(join(at, file), text)
  }
  run(at, ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', tarball, ...packages])
  run(at, command)
  console.log(`${name}: builds`)
}

function run(cwd: string, [program = '', ...args]: string[]): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
