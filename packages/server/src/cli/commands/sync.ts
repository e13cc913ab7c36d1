import { readFile, rename, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { ImportAnswer } from '@vitrine/contract'
import { Command } from 'commander'
import { Refusal } from '../../features/errors.ts'
import { type OutputOptions, print } from '../output.ts'
import { type FeedValidators, readPause } from '../../ports/feed-source/pull-feed.ts'
import { shopifyCommand } from './sync-shopify.ts'
import { chooseShop, onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'

interface FeedOptions extends Omit<TargetOptions, 'url'> {
  url: string
  server?: string
  every?: string
  shop?: string
  name?: string
  from?: string
  map?: string
  maxDeletes: string
  state?: string
}

export function syncCommand(): Command {
  return new Command('sync')
    .description('keep a shop’s products in sync with their source')
    .addCommand(feedCommand())
    .addCommand(shopifyCommand())
}

function feedCommand(): Command {
  return withTarget(new Command('feed'), '--server')
    .description('import a feed of the whole catalog repeatedly; products no longer in it are deleted')
    .requiredOption(
      '--url <address>',
      'address of the feed: CSV, TSV, JSON, JSON lines or XML, plain, zipped or gzipped',
    )
    .option('--every <time>', 'import again at this interval: 90s, 30m, 6h, 1d (default: import once)')
    .option('--shop <domain>', 'the shop; optional if there is only one')
    .option('--name <name>', 'name of the feed; only products imported under this name are deleted', 'feed')
    .option('--from <name>', 'the format of the feed, instead of detecting it')
    .option('--map <file>', 'a mapping of your own (YAML)')
    .option('--max-deletes <percent>', 'delete nothing if more than this share of its products is gone', '20')
    .option('--state <file>', 'file that remembers the last import, so that an unchanged feed is not fetched again')
    .action(syncFeed)
}

async function syncFeed(options: FeedOptions): Promise<void> {
  const everyMs = options.every === undefined ? undefined : readDuration(options.every)
  const maxDeletedShare = readShare(options.maxDeletes)
  const map = options.map === undefined ? undefined : await readFile(options.map, 'utf8')
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  let known = await recall(options.state)
  for (;;) {
    const run = runOnce(options, known, { maxDeletedShare, map })
    if (everyMs === undefined) {
      known = await run
      await remember(options.state, known)
      return
    }
    // A feed that is temporarily unavailable does not end the command.
    known = await run.catch((error: Error) => {
      console.error(`${new Date().toISOString()} ${error.message}`)
      return known
    })
    await remember(options.state, known)
    await setTimeout(everyMs, undefined, { signal: stop.signal }).catch(() => {})
    if (stop.signal.aborted) return
  }
}

/** Returns the validators for the next request. They change only after a feed was read to its end. */
async function runOnce(
  { url, server, name = 'feed', from, ...options }: FeedOptions,
  known: FeedValidators,
  { maxDeletedShare, map }: { maxDeletedShare: number; map: string | undefined },
): Promise<FeedValidators> {
  const [{ pullFeed }, { watched }] = await Promise.all([
    import('../../ports/feed-source/pull-feed.ts'),
    import('../open-source.ts'),
  ])
  const pulled = await pullFeed(url, known)
  if (pulled.kind === 'unchanged') {
    print(options, { url, unchanged: true }, `${url}: nothing has changed`)
    return known
  }
  const source = watched(url, pulled.bytes, pulled.length)
  const words = { from, map, feed: { name, maxDeletedShare } }
  await onTarget({ ...options, ...(server ? { url: server } : {}) }, async (target) => {
    const shop = await chooseShop(target, options.shop)
    const answer = await target.importProducts(shop, source.bytes, words).finally(() => source.close())
    tell(url, options, answer)
  })
  return pulled.validators
}

function tell(url: string, options: OutputOptions, answer: ImportAnswer): void {
  const { created, updated, unchanged, deleted, rejected, faults, notes } = answer
  for (const { line, text } of options.json ? [] : notes) console.error(`${url}:${line} note: ${text}`)
  for (const { line, error } of options.json ? [] : faults) console.error(`${url}:${line} rejected: ${error}`)
  if (rejected > 0 || notes.some(({ text }) => text.startsWith('nothing was deleted'))) process.exitCode = 2
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${deleted} deleted, ${rejected} rejected`
  print(options, { url, ...answer }, `${url}: ${counts}`)
}

function readDuration(text: string): number {
  const ms = readPause(text)
  if (ms === undefined) throw new Refusal(400, '--every must be a time from 1s to 7d, such as 90s, 30m or 6h')
  return ms
}

function readShare(text: string): number {
  const percent = Number(text.replace(/%$/, ''))
  if (!(percent >= 0 && percent <= 100)) throw new Refusal(400, '--max-deletes must be a percentage from 0 to 100')
  return percent / 100
}

async function recall(file: string | undefined): Promise<FeedValidators> {
  if (file === undefined) return {}
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return JSON.parse(text) as FeedValidators
  } catch {
    return {}
  }
}

async function remember(file: string | undefined, validators: FeedValidators): Promise<void> {
  if (file === undefined) return
  await writeFile(`${file}.part`, JSON.stringify(validators))
  await rename(`${file}.part`, file)
}
