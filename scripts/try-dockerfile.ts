/** Executes the Dockerfile without Docker and tests the result. Needs root on Debian, mmdebstrap and a network. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addNode,
  copyTree,
  makeDebian,
  removeTree,
  runIn,
  type Setting,
  startIn,
  stopIn,
} from './container/root-folder.ts'
import { ROOT } from './read-lockfile.ts'

const PORT = '4871'
const SECRETS = { VITRINE_SECRET: 's'.repeat(40), VITRINE_ADMIN_KEY: `vak_${'T'.repeat(32)}` }
const SEARCH_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

interface Stage extends Setting {
  name: string
  healthCheck: string[]
  command: string[]
}

const folder = mkdtempSync(join(tmpdir(), 'vitrine-container-'))
try {
  const debian = join(folder, 'debian')
  makeDebian(debian)
  const image = buildImage(debian)
  const megabytes = execFileSync('du', ['-sm', image.root], { encoding: 'utf8' }).split('\t')[0]
  console.log(`the image has ${megabytes} MB`)
  await tryImage(image)
} finally {
  removeTree(folder)
}

function buildImage(debian: string): Stage {
  const stages: Stage[] = []
  for (const { name, rest } of readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))) {
    console.log(`${name} ${rest}`)
    if (name === 'FROM') stages.push(openStage(debian, rest, stages.length))
    else carryOut(stages, name, rest)
  }
  return stages.at(-1) as Stage
}

function openStage(debian: string, rest: string, number: number): Stage {
  const [image = '', , name = ''] = rest.split(/\s+/)
  const root = join(folder, `stage-${number}`)
  copyTree(debian, root)
  if (image.startsWith('node:')) addNode(root)
  else if (image !== 'debian:bookworm-slim') throw new Error(`the base image ${image} is not supported here`)
  // Only the build trusts this machine's certificates; the image does not contain them.
  const environment: Record<string, string> = { PATH: SEARCH_PATH, HOME: '/root' }
  if (image.startsWith('node:')) environment.NODE_EXTRA_CA_CERTS = '/etc/ssl/certs/ca-certificates.crt'
  return { name, root, cwd: '/', user: 'root', environment, healthCheck: [], command: [] }
}

function carryOut(stages: Stage[], name: string, rest: string): void {
  const stage = stages.at(-1) as Stage
  if (name === 'RUN') runIn(stage, ['sh', '-c', rest])
  else if (name === 'ENV') stage.environment = readEnvironment(rest, stage.environment)
  else if (name === 'USER') stage.user = rest
  else if (name === 'COPY') copyInto(stages, stage, rest)
  else if (name === 'CMD') stage.command = JSON.parse(rest)
  else if (name === 'HEALTHCHECK') stage.healthCheck = JSON.parse(rest.replace(/^.*? CMD /, ''))
  else if (name === 'WORKDIR') {
    stage.cwd = rest
    mkdirSync(join(stage.root, rest), { recursive: true })
  } else if (!['VOLUME', 'EXPOSE', 'LABEL'].includes(name)) throw new Error(`${name} is not supported here`)
}

/** Copies files under version control, which makes `.dockerignore` unnecessary. */
function copyInto(stages: readonly Stage[], stage: Stage, rest: string): void {
  const [, from, source = '', target = ''] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest) ?? []
  const other = stages.find(({ name }) => from !== undefined && name === from)
  if (other) {
    copyTree(join(other.root, source), join(stage.root, target))
    return
  }
  execFileSync('sh', ['-c', `git ls-files -z | tar -c --null -T - | tar -x -C "$0"`, join(stage.root, stage.cwd)], {
    cwd: ROOT,
  })
}

async function tryImage(image: Stage): Promise<void> {
  const running: Stage = {
    ...image,
    environment: { ...image.environment, ...SECRETS, PORT, VITRINE_EMBEDDER: 'local' },
  }
  const server = startIn(running, running.command)
  try {
    await untilHealthy(running, server)
    writeFileSync(join(image.root, 'tmp/products.csv'), 'Handle,Title,Variant Price\nsofa,Velvet sofa,500.00\n')
    const remote = { ...running, environment: { ...running.environment, VITRINE_URL: `http://127.0.0.1:${PORT}` } }
    runIn(remote, ['vitrine', 'shops', 'create', 'container.example.com'])
    runIn(remote, ['vitrine', 'import', '/tmp/products.csv', '--shop', 'container.example.com'])
    const answer = await fetch(`http://127.0.0.1:${PORT}/mcp/public`, {
      method: 'POST',
      headers: {
        'x-shop': 'container.example.com',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_products', arguments: { query: 'velvett sofa' } },
      }),
    })
    if (!(await answer.text()).includes('Velvet sofa')) throw new Error('the product was not found')
    console.log('the container serves, is healthy and finds a product')
  } finally {
    await stopIn(server)
  }
}

async function untilHealthy(running: Stage, server: { exitCode: number | null }): Promise<void> {
  for (let tries = 0; tries < 30; tries++) {
    await new Promise((done) => setTimeout(done, 2000))
    if (server.exitCode !== null) throw new Error('the server has ended')
    try {
      return runIn(running, running.healthCheck)
    } catch {
      // The container is not healthy yet.
    }
  }
  throw new Error('the health check never succeeded')
}

/** Heredocs and build arguments are not supported, because the Dockerfile has none. */
interface Instruction {
  name: string
  rest: string
}

function readDockerfile(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line) && line.trim() !== '')
  const joined = lines.join('\n').replaceAll(/\\\n\s*/g, ' ')
  return joined.split('\n').map((line) => {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    return { name: name.toUpperCase(), rest: rest.trim() }
  })
}

/** Parses `A=1 B=$A/2` and replaces known variables. */
function readEnvironment(rest: string, known: Readonly<Record<string, string>>): Record<string, string> {
  const values = { ...known }
  for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S*)/g))
    values[name] = value.replaceAll(/\$(\w+)/g, (_, other: string) => known[other] ?? '')
  return values
}
