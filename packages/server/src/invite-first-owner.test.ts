import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { compose } from './compose/compose.ts'
import { readConfig } from './config.ts'
import { inviteFirstOwner } from './invite-first-owner.ts'

const root = mkdtempSync(join(tmpdir(), 'vitrine-invite-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function invited(folder: string, isTTY: boolean, more: Record<string, string>) {
  const lines = { printed: [] as string[], logged: [] as string[] }
  const settings = { VITRINE_DATA: join(root, folder), VITRINE_DEMO: 'off', VITRINE_EMBEDDER: 'none', ...more }
  const vitrine = await compose(readConfig(settings), { logTo: { write: (line) => void lines.logged.push(line) } })
  const out = { isTTY, write: (text: string) => void lines.printed.push(text) }
  await inviteFirstOwner(vitrine, 'https://search.example.com', out)
  const first = { printed: lines.printed.join(''), logged: lines.logged.join('') }
  const [, link] = /link=([\w-]+)/.exec(first.printed + first.logged) ?? []
  if (link !== undefined) await vitrine.app.server.inject({ method: 'POST', url: '/api/admin/v1/session', payload: { link, email: 'a@example.com', password: 'long enough for one' } }) // biome-ignore format: one line reads better
  lines.printed.length = 0
  lines.logged.length = 0
  await inviteFirstOwner(vitrine, 'https://search.example.com', out)
  await vitrine.close()
  return { ...first, again: [...lines.printed, ...lines.logged].join('') }
}

const LINK = /https:\/\/search\.example\.com\/dashboard\/#link=[\w-]{43}/
const production = {
  NODE_ENV: 'production',
  VITRINE_SECRET: 's'.repeat(32),
  VITRINE_ADMIN_KEY: `vak_${'A'.repeat(32)}`,
}

it.each([{}, production])('prints the link for the first owner to a terminal, and never logs it', async (more) => {
  const { printed, logged, again } = await invited(`terminal-${Object.keys(more).length}`, true, more)
  expect(printed).toMatch(LINK)
  expect(logged).not.toContain('link=')
  expect(again).not.toContain('link=')
})

it('logs the link only in development; in production the log says how to create an owner', async () => {
  expect((await invited('log', false, {})).logged).toMatch(LINK)
  const { printed, logged } = await invited('production-log', false, production)
  expect(printed + logged).not.toContain('link=')
  expect(logged).toContain('vitrine user add')
})
