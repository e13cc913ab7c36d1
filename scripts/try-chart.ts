/** Lints, renders and checks the Helm chart. Without `helm`, Go builds Helm, which needs a network. */
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { ROOT } from './read-lockfile.ts'

const CHART = join(ROOT, 'deploy/helm/vitrine')
const ALERTS = join(ROOT, 'deploy/prometheus/alerts.yaml')
const isInstalled = (tool: string) => spawnSync(tool, ['--help']).error === undefined
const HELM = isInstalled('helm') ? ['helm'] : ['go', 'run', 'helm.sh/helm/v3/cmd/helm@v3.19.0']

/** Helm's arguments for each deployment to check. */
const VARIANTS: Record<string, string[]> = {
  'as it comes': [],
  scaled: ['--set', 'autoscaling.enabled=true', '--set', 'autoscaling.maxReplicas=20'],
  'with other settings': ['--set-string', 'settings.VITRINE_READ_ONLY_AFTER_SECONDS=0', '--set', 'drainSeconds=3'],
}

interface Resource {
  kind: string
  metadata: { name: string }
  spec: Record<string, unknown>
}

interface Container {
  image: string
  env?: { name: string; value?: string }[]
  resources?: { requests?: object; limits?: { memory?: string } }
  securityContext?: { allowPrivilegeEscalation?: boolean; readOnlyRootFilesystem?: boolean; capabilities?: object }
  readinessProbe?: object
  livenessProbe?: object
  startupProbe?: object
}

interface Pod {
  automountServiceAccountToken?: boolean
  terminationGracePeriodSeconds?: number
  securityContext?: { runAsNonRoot?: boolean; seccompProfile?: { type: string } }
  containers: Container[]
}

console.log(helm('lint', '--strict', CHART).trim())
const faults = Object.entries(VARIANTS).flatMap(([name, args]) => {
  const rendered = parseAllDocuments(helm('template', 'shop', CHART, ...args)).map((one) => one.toJS() as Resource)
  const found = rendered.flatMap((resource) => violations(resource, rendered))
  console.log(`${name}: ${rendered.map(({ kind }) => kind).join(', ')}; ${found.length} violations`)
  return found.map((fault) => `${name}: ${fault}`)
})
if (isInstalled('promtool')) console.log(execFileSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' }))
else console.log('promtool is not installed: the alert rules were not checked')
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0

/** Runs Helm. A Helm installed with `go install` knows no version of Kubernetes, so the version is passed. */
function helm(...args: string[]): string {
  const [tool, ...first] = HELM as [string, ...string[]]
  return execFileSync(tool, [...first, ...args, '--kube-version', '1.30.0'], { encoding: 'utf8' })
}

function violations({ kind, metadata, spec }: Resource, all: readonly Resource[]): string[] {
  const replicas = Number(all.find((one) => one.kind === 'Deployment')?.spec.replicas ?? Number.POSITIVE_INFINITY)
  const template = spec.template as { spec: Pod } | undefined
  const found = template ? ofPod(template.spec, kind) : []
  if (kind === 'PodDisruptionBudget' && Number(spec.maxUnavailable) >= replicas) found.push('all nodes may go at once')
  if (kind === 'HorizontalPodAutoscaler' && replicas < Number.POSITIVE_INFINITY)
    found.push('an upgrade undoes what was scaled')
  return found.map((fault) => `${kind} ${metadata.name}: ${fault}`)
}

function ofPod(pod: Pod, kind: string): string[] {
  const rules: [boolean, string][] = [
    [pod.automountServiceAccountToken === false, 'it gets a token of the cluster'],
    [pod.securityContext?.runAsNonRoot === true, 'it may run as root'],
    [pod.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'it may make every system call'],
    ...pod.containers.flatMap((container) => rulesOf(container, kind)),
  ]
  if (kind === 'Deployment') {
    const drain = Number(pod.containers[0]?.env?.find(({ name }) => name === 'VITRINE_DRAIN_SECONDS')?.value)
    rules.push([(pod.terminationGracePeriodSeconds ?? 30) >= drain + 20, 'it is killed before it has ended'])
  }
  return rules.filter(([isSo]) => !isSo).map(([, fault]) => fault)
}

function rulesOf(container: Container, kind: string): [boolean, string][] {
  const { image, env = [], resources, securityContext } = container
  const secrets = env.filter(({ name, value }) => /STORE$|SECRET|KEY/.test(name) && value !== undefined)
  const probes = [container.readinessProbe, container.livenessProbe, container.startupProbe]
  return [
    [/:[^:]+$/.test(image) && !image.endsWith(':latest'), 'its image has no fixed tag'],
    [resources?.requests !== undefined && resources.limits?.memory !== undefined, 'its resources are not bounded'],
    [securityContext?.allowPrivilegeEscalation === false, 'it may gain privileges'],
    [securityContext?.readOnlyRootFilesystem === true, 'it may write to its image'],
    [JSON.stringify(securityContext?.capabilities) === '{"drop":["ALL"]}', 'it keeps capabilities'],
    [secrets.length === 0, `secrets are written out: ${secrets.map(({ name }) => name).join(', ')}`],
    [kind !== 'Deployment' || !probes.includes(undefined), 'a probe is missing'],
  ]
}
