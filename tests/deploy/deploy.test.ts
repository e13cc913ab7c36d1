/** Tests that everything that `deploy/` and the Dockerfile refer to exists. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { testDatabase } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import { type Harness, startHarness } from '../conformance/harness.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const namesIn = (expression: string) =>
  [...expression.matchAll(/\bvitrine_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))

describe('dashboard and alerts', () => {
  let harness: Harness
  let known: Set<string>
  beforeAll(async () => {
    // Some metrics exist only with a shared store.
    harness = await startHarness({ VITRINE_STORE: await testDatabase(), VITRINE_SECRET: 's'.repeat(32) })
    const metrics = await (await fetch(`${harness.url}/metrics`)).text()
    known = new Set(Array.from(metrics.matchAll(/^# TYPE (\w+)/gm), ([, name = '']) => name))
  })
  afterAll(() => harness.close())

  it('use metrics that the server has', () => {
    const dashboard = JSON.parse(read('deploy/grafana/vitrine.json')) as { panels: { targets: { expr: string }[] }[] }
    const rules = parse(read('deploy/prometheus/alerts.yaml')).groups[0].rules as { expr: string }[]
    const expressions = [...dashboard.panels.flatMap(({ targets }) => targets), ...rules].map(({ expr }) => expr)
    const used = new Set(expressions.flatMap(namesIn))
    expect(used.size).toBeGreaterThan(12)
    expect([...used].filter((name) => !known.has(name))).toEqual([])
  })

  it('name every alert and explain it', () => {
    const rules = parse(read('deploy/prometheus/alerts.yaml')).groups[0].rules
    for (const { alert, annotations, labels } of rules) {
      expect([alert, annotations.summary.length > 20, ['page', 'warn'].includes(labels.severity)]).toEqual([
        alert,
        true,
        true,
      ])
    }
  })
})

describe('the chart', () => {
  const templates = ['_environment.tpl', 'nodes.yaml', 'migrate.yaml'].map((name) =>
    read(`deploy/helm/vitrine/templates/${name}`),
  )

  it('reads values that values.yaml has, and sets those that the README lists', () => {
    const values = parse(read('deploy/helm/vitrine/values.yaml'))
    const readme = read('README.md')
    for (const [, path = ''] of templates.join('\n').matchAll(/\.Values\.([\w.]+)/g)) {
      const value = path.split('.').reduce<Record<string, unknown> | undefined>((at, key) => at?.[key] as never, values)
      expect([path, value !== undefined]).toEqual([path, true])
    }
    for (const [setting] of templates.join('\n').matchAll(/VITRINE_\w+/g)) expect(readme).toContain(setting)
  })

  it('gives a node the time that it needs to stop, and lets it run without privileges', () => {
    const { drainSeconds, terminationGracePeriodSeconds } = parse(read('deploy/helm/vitrine/values.yaml'))
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drainSeconds + 20)
    for (const template of templates.slice(1)) expect(template).toMatch(/runAsNonRoot: true[\s\S]*drop: \[ALL\]/)
  })
})

describe('the container', () => {
  const dockerfile = read('Dockerfile')

  it('runs without privileges, keeps its data on a volume and reports whether it is alive', () => {
    expect(dockerfile).toMatch(/^USER vitrine$/m)
    expect(dockerfile).toMatch(/^VOLUME \/data$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK /m)
    expect(dockerfile.indexOf('USER vitrine')).toBeGreaterThan(dockerfile.lastIndexOf('RUN '))
  })

  it('is labelled with the version and the license of the package', () => {
    const { version, license } = JSON.parse(read('package.json'))
    const labels = [...dockerfile.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ])
    expect(Object.fromEntries(labels)).toMatchObject({ title: 'Vitrine', version, licenses: license })
  })

  it('packs with a script that exists, and drops only builds that the runtime has', () => {
    const { scripts } = JSON.parse(read('package.json'))
    for (const [, script = ''] of dockerfile.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(script)
    expect(existsSync(join(ROOT, 'node_modules/onnxruntime-node/bin'))).toBe(true)
  })

  it('is started by compose alone or with PostgreSQL, with settings that the server knows', () => {
    const { services, volumes } = parse(read('compose.yaml'), { merge: true })
    expect(Object.keys(services)).toEqual(['vitrine', 'node-1', 'node-2', 'postgres'])
    expect(services.vitrine.profiles).toBeUndefined()
    const config = read('packages/server/src/config.ts')
    for (const service of ['vitrine', 'node-1', 'node-2'])
      for (const setting of Object.keys(services[service].environment)) expect(config).toContain(`'${setting}'`)
    for (const service of ['vitrine', 'postgres'])
      for (const mount of services[service].volumes) expect(volumes).toHaveProperty(mount.split(':')[0])
  })
})
