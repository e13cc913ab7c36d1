/** Checks code blocks that are not run. */
import { checkConfig } from '../../packages/server/src/features/shops/check-config.ts'
import { readConfigFile } from '../../packages/server/src/cli/config-file.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { DEMO_ADMIN_KEY, DEMO_SHOP, DEMO_STOREFRONT_KEY } from '@vitrine/contract/demo-shop'
import { runAsAdministrator } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import type { CodeBlock } from './code-blocks.ts'
import type { GuideServer } from './guide-server.ts'

export function checkYaml(block: CodeBlock): void {
  checkConfig(readConfigFile('block', block.text).document)
}

/** `json POST /path` is also sent to the demo shop, which must accept it. */
export async function checkJson(block: CodeBlock, server: GuideServer): Promise<number> {
  const body = JSON.stringify(JSON.parse(block.text))
  const [method, path] = block.words
  if (method === undefined || path === undefined) return 200
  const key = path.startsWith('/api/admin/') ? DEMO_ADMIN_KEY : DEMO_STOREFRONT_KEY
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'x-shop': DEMO_SHOP, 'content-type': 'application/json' },
    body,
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.status
}

/** A content security policy must be valid and allow the hosts that the client connects to. */
export function checkHttp(block: CodeBlock): Record<string, string[]> {
  const headers = new Headers()
  for (const line of block.text.trim().replaceAll(/\n\s+/g, ' ').split('\n')) {
    const at = line.indexOf(':')
    headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  const policy = headers.get('content-security-policy') ?? ''
  const directives = policy.split(';').map((text) => text.trim().split(/\s+/))
  for (const [name = '', ...sources] of directives) {
    if (!/^[a-z-]+-src$/.test(name)) throw new Error(`${name} is not a directive`)
    for (const source of sources) if (!isSource(source)) throw new Error(`${source} is not a valid source of ${name}`)
  }
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]))
}

function isSource(text: string): boolean {
  if (/^'(self|none|nonce-[A-Za-z0-9+/=_-]+)'$/.test(text) || /^(blob|data|https):$/.test(text)) return true
  return URL.canParse(text) && new URL(text).origin === text
}

/** PostgreSQL must know each setting. */
export async function checkServerSettings(block: CodeBlock): Promise<void> {
  for (const line of block.text.trim().split('\n')) {
    const [, name] = /^(\w+) = '[^']+'$/.exec(line) ?? []
    if (name === undefined) throw new Error(`"${line}" is not a setting and its value in quotes`)
    await runAsAdministrator(`SHOW ${name}`)
  }
}

/** systemd must know the settings, and the unit must start the server as package.json does. */
export function checkUnit(block: CodeBlock, scripts: Record<string, string>): void {
  const lines = block.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const sections = lines.filter((line) => line.startsWith('['))
  for (const name of ['[Unit]', '[Service]', '[Install]']) {
    if (!sections.includes(name)) throw new Error(`the unit has no ${name}`)
  }
  const values = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))
  const settings = Object.fromEntries(values('Environment').map((text) => text.split('=', 2) as [string, string]))
  readConfig({ ...settings, VITRINE_SECRET: 's'.repeat(32), VITRINE_ADMIN_KEY: `vak_${'T'.repeat(32)}` })
  const [start = ''] = values('ExecStart')
  const script =
    scripts.start
      ?.split(' && ')
      .at(-1)
      ?.replace(/^node /, '') ?? ''
  if (!start.endsWith(script)) throw new Error(`ExecStart does not end with "${script}"`)
}

const NEEDED_BEFORE_NODES = [
  'option httpchk GET /ready',
  'option redispatch',
  'retry-on conn-failure empty-response 503',
]
const NEEDED_BEFORE_DATABASES = ['mode tcp', 'option httpchk GET /primary']

/** A balancer must check readiness, try other nodes, and name each node once. */
export function checkBalancer(block: CodeBlock): void {
  const lines = block.text.split('\n').map((line) => line.trim())
  for (const needed of block.words.includes('database.cfg') ? NEEDED_BEFORE_DATABASES : NEEDED_BEFORE_NODES)
    if (!lines.includes(needed)) throw new Error(`the balancer has no "${needed}"`)
  const servers = lines.filter((line) => line.startsWith('server ')).map((line) => line.split(' ')[2])
  if (servers.length < 2 || new Set(servers).size !== servers.length)
    throw new Error('a balancer must name several nodes, each once')
}

/** Checks only braces; `documents.test.ts` checks the fields against the platform's schemas. */
export function checkGraphql(block: CodeBlock): void {
  const braces = [...block.text].reduce((depth, one) => depth + (one === '{' ? 1 : one === '}' ? -1 : 0), 0)
  if (braces !== 0) throw new Error('braces do not match')
}
