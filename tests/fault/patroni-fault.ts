/** Kills, then disconnects the primary of a Patroni pair behind HAProxy under load. Needs root and debootstrap. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeBlocks } from '../docs/code-blocks.ts'

const PAIR = new URL('./patroni/pair.sh', import.meta.url).pathname
const UNDER_LOAD = new URL('./patroni/under-load.ts', import.meta.url).pathname
const GUIDE = new URL('../../docs/guides/growing-past-one-machine.md', import.meta.url)

/** Returns true if nothing acknowledged was lost or counted twice. */
export async function patroniFault(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-patroni-'))
  const pair = (...args: string[]) => execFileSync(PAIR, args, { stdio: 'inherit' })
  try {
    pair('build')
    await writeFile(join(folder, 'haproxy.cfg'), await guideBalancer())
    pair('up', folder)
    // Nodes and balancer run in the hub's namespace.
    const command = ['netns', 'exec', 'vitrine-hub', process.execPath, UNDER_LOAD, PAIR, folder]
    const [code] = await once(spawn('ip', command, { stdio: 'inherit' }), 'exit')
    return code === 0
  } finally {
    pair('down')
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the guide's configuration with the addresses of the pair. */
async function guideBalancer(): Promise<string> {
  const block = codeBlocks(await readFile(GUIDE, 'utf8')).find(({ words }) => words.includes('database.cfg'))
  if (!block) throw new Error('the guide has no block for database.cfg')
  return block.text.replace('database-a', '10.77.0.2').replace('database-b', '10.77.0.3')
}
