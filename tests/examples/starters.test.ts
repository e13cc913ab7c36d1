/** Installs, builds and starts each starter, and shops in it. `npm run try:examples -- -t next` runs one of them. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPackage } from '../../packages/client/build/build-package.ts'
import { launchBrowser } from '../e2e/browser.ts'
import { demoUrl } from '../e2e/demo-url.ts'
import { shopThrough } from '../e2e/starter-journey.ts'
import { type ShopifyCart, startShopifyCart } from './shopify-cart.ts'

const EXAMPLES = join(import.meta.dirname, '../../examples')
const STARTERS = [
  { name: 'next', url: 'NEXT_PUBLIC_VITRINE_URL' },
  { name: 'vue', url: 'VITE_VITRINE_URL' },
  { name: 'hydrogen', url: 'VITE_VITRINE_URL' },
]

describe('the starters', () => {
  const server = demoUrl()
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-examples-'))
  let browser: Browser
  let tarball: string
  let shopify: ShopifyCart
  beforeAll(async () => {
    browser = await launchBrowser()
    shopify = await startShopifyCart()
    await buildPackage(join(folder, 'client'))
    tarball = join(folder, run(folder, { PATH: process.env.PATH }, 'npm', 'pack', '--silent', './client').trim())
  })
  afterAll(async () => {
    shopify.close()
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(STARTERS)('$name can be installed, built, started and shopped in', async ({ name, url }) => {
    const at = join(folder, name)
    const port = await freePort()
    const env = {
      ...process.env,
      [url]: server,
      PORT: String(port),
      HOST: '127.0.0.1',
      NODE_ENV: undefined,
      PUBLIC_STORE_DOMAIN: `http://127.0.0.1:${shopify.port}`,
      PUBLIC_STOREFRONT_API_TOKEN: 'public',
      SESSION_SECRET: 'secret',
    }
    const timed = timer(name)
    cpSync(join(EXAMPLES, name), at, { recursive: true, filter: (path) => !path.includes('node_modules') })
    const manifest = join(at, 'package.json')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/file:[^"]+/, `file:${tarball}`))
    timed('install', () => run(at, env, 'npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'))
    timed('build', () => run(at, env, 'npm', 'run', 'build'))
    const started = spawn('npm', ['start'], { cwd: at, env, stdio: 'ignore', detached: true })
    try {
      await answering(`http://127.0.0.1:${port}/`)
      const begun = Date.now()
      await shopThrough(browser, server, `http://127.0.0.1:${port}`)
      console.log(`${name}: shopped in ${seconds(begun)} s`)
      if (name === 'hydrogen')
        expect(shopify.attributes).toEqual([{ key: '_vitrine_visitor', value: expect.any(String) }])
    } finally {
      end(started)
    }
  })
})

function run(cwd: string, env: NodeJS.ProcessEnv, program: string, ...words: string[]): string {
  return execFileSync(program, words, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

function timer(name: string) {
  return (step: string, work: () => unknown): void => {
    const begun = Date.now()
    work()
    console.log(`${name}: ${step} in ${seconds(begun)} s`)
  }
}

const seconds = (begun: number) => ((Date.now() - begun) / 1000).toFixed(1)

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function answering(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** npm starts the server as a child process, so the whole group must end. */
function end({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGTERM')
}
