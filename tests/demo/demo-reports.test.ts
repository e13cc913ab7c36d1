import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compose, type Vitrine } from '../../packages/server/src/compose/compose.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { DEMO_ADMIN_KEY, DEMO_SHOP } from '@vitrine/contract/demo-shop'

let folder: string
let vitrine: Vitrine
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-demo-'))
  vitrine = await compose(
    readConfig({ PORT: '0', VITRINE_DATA: folder, VITRINE_EMBEDDER: 'none', LOG_LEVEL: 'silent' }),
  )
  await vitrine.start()
  await vitrine.events.settle()
})
afterAll(async () => {
  await vitrine.close()
  await rm(folder, { recursive: true, force: true })
})

async function report(name: string) {
  const answer = await vitrine.app.server.inject({
    url: `/api/admin/v1/shops/${DEMO_SHOP}/analytics/${name}`,
    headers: { authorization: `Bearer ${DEMO_ADMIN_KEY}`, host: 'localhost' },
  })
  return answer.json()
}

const LISTS = ['surfaces', 'sections', 'recommendation-types', 'variants', 'steps', 'queries', 'top-queries']
const MORE = [
  'queries-without-results',
  'queries-without-clicks',
  'trending-queries',
  'click-positions',
  'products',
  'filters',
]

it('fills every report, including positions of clicks', async () => {
  const empty: string[] = []
  for (const name of [...LISTS, ...MORE]) if (!(await report(name)).rows?.length) empty.push(name)
  expect(empty).toEqual([])
  const types = (await report('recommendation-types')).rows.map(({ key }: { key: string }) => key)
  expect(types).toEqual(expect.arrayContaining(['personalized', 'trending', 'bestsellers', 'similar_products']))
  const search = (await report('surfaces')).rows.find(({ key }: { key: string }) => key === 'search')
  expect(search.average_click_position).toBeGreaterThan(1)
})

it('contains rules that acted, accepted events, and visits and orders of each market', async () => {
  const acted = new Map(
    (await report('rules')).rows.map((row: { rule: string; acted: number }) => [row.rule, row.acted]),
  )
  expect(acted.get('own-brand-lamps')).toBeGreaterThan(0)
  expect(acted.get('size-guide')).toBe(0)
  const { totals } = await report('ingestion')
  expect(totals.accepted).toBeGreaterThan(1000)
  const whole = (await report('overview')).totals
  const eu = (await report('overview?market=eu')).totals
  expect(eu.orders).toBeGreaterThan(0)
  expect(eu.orders).toBeLessThan(whole.orders)
  expect((await report('funnel?market=eu')).total.visits).toBe(eu.visits)
})

it('has a plausible month: few visitors buy, some searches fail, and the previous month is similar', async () => {
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const month = (from: number, to: number) => `?from=${dayBefore(from)}&to=${dayBefore(to)}`
  const { totals } = await report(`overview${month(26, 0)}`)
  const earlier = (await report(`overview${month(53, 27)}`)).totals
  const funnel = (await report('funnel')).total
  const search = (await report('surfaces')).rows.find(({ key }: { key: string }) => key === 'search')
  expect(totals.conversion_rate).toBeGreaterThan(0.02)
  expect(totals.conversion_rate).toBeLessThan(0.04)
  expect(funnel.cart_adds / funnel.visits).toBeGreaterThan(0.06)
  expect(funnel.cart_adds / funnel.visits).toBeLessThan(0.1)
  expect(search.ctr).toBeGreaterThan(0.3)
  expect(search.ctr).toBeLessThan(0.5)
  for (const figure of ['visits', 'searches', 'revenue'])
    expect(Math.abs(totals[figure] / earlier[figure] - 1), figure).toBeLessThan(0.2)
})

it('has one experiment with the planted difference, one without, and the right verdict on each', async () => {
  const { experiences } = await report('experiments')
  const shown = experiences.map(
    (one: { verdict: object; visitors_so_far: number; differences: { relative: number }[] }) => one,
  )
  const [{ differences }] = shown
  // The creation of the shop is not a change during its experiments.
  expect(experiences.map((one: { config_changed_during: object[] }) => one.config_changed_during)).toEqual([[], []])
  expect(differences[0].relative).toBeGreaterThan(0.3)
  expect(differences[0].relative).toBeLessThan(1)
  expect(shown).toMatchObject([
    { verdict: { kind: 'difference', best: 'trending' } },
    { verdict: { kind: 'no_difference', best: null } },
  ])
})
