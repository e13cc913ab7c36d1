/** Turns the configuration into running parts. Only this folder knows every adapter. */
import { pino } from 'pino'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { firstOwnerLink } from '../features/access/sign-in.ts'
import type { ProfileSource } from '../features/agents/agent-profiles.ts'
import { signedCursors } from '../features/recommend/paging/cursors.ts'
import { sessionTokens } from '../features/session/session-token.ts'
import { InventoryItems } from '../features/webhooks/inventory-items.ts'
import { createHttpMetrics } from '../http/metrics.ts'
import { PositionNotes } from '../jobs/note-positions.ts'
import { StorageWatch } from '../jobs/watch-storage.ts'
import { newId } from '../new-id.ts'
import type { HttpDeliverySettings } from '../ports/alert-delivery/http.ts'
import { lockDataFolder } from '../ports/data-folder/data-folder.ts'
import { verifyFolder } from '../ports/data-folder/verify-folder.ts'
import { Startup } from '../startup.ts'
import type { Passwords } from '../features/access/passwords.ts'
import { composeAccess, composeDrafts } from './access.ts'
import { loadDemo } from './demo.ts'
import { DEMO_SHOP } from '@vitrine/contract/demo-shop'
import { composeEvents, type Events } from './events.ts'
import { composeFeeds } from './feeds.ts'
import { composeHttp } from './http.ts'
import type { Assembly, Close } from './parts.ts'
import { composeModels, composeRecommending } from './recommend.ts'
import { composeResidents, type Residents } from './residents.ts'
import { StoreClock } from './store-clock.ts'
import { openStore, type Store } from './store.ts'
import { composeVectors, type Vectors } from './vectors.ts'
import type { WatchParts } from './watch.ts'

export interface ComposeOptions {
  /** Milliseconds since 1970; tests pass their own. */
  clock?: () => number
  /** Receives the log's JSON lines instead of standard output. */
  logTo?: { write(line: string): void }
  /** Replaces the web as the source of agents' profiles. */
  agentProfiles?: ProfileSource
  /** Replaces public addresses as the targets of alerts. */
  alertDelivery?: HttpDeliverySettings
  passwords?: Passwords
}

export type Vitrine = Awaited<ReturnType<typeof compose>>

/** Builds all parts of the server. Nothing listens yet; `start()` begins the background work. */
export async function compose(config: Config, options: ComposeOptions = {}) {
  const closers: Close[] = []
  try {
    return await build(config, options, closers)
  } catch (error) {
    // Threads and timers of built parts would keep the process alive. Errors while closing would hide the actual cause.
    await closeAll(closers, () => {})
    throw error
  }
}

async function closeAll(closers: readonly Close[], onError: (error: unknown) => void): Promise<void> {
  for (const close of closers.toReversed()) await (async () => close())().catch(onError)
}

const CREATING_DEMO = 'creating the demo shop'

async function build(config: Config, options: ComposeOptions, closers: Close[]) {
  const assembly = assemblyOf(config, options, closers)
  const { log, clock } = assembly
  const { folderId, storage } = await openFolder(assembly)

  const startup = new Startup(log)
  const draining = { isOn: false }
  const metrics = createHttpMetrics()
  const [secret = secretOfFolder(config.dataFolder), ...former] = config.secrets
  const cursors = signedCursors(secret, ...former)
  storage.register(metrics.registry)
  const store = await openStore(assembly, { folderId, storage })
  const { records, index, keys } = store
  const residents = composeResidents(assembly, store)
  const { catalogs, models, learning, refinement } = composeModels(assembly, store)
  const eventParts = { store, secret, metrics, storage, consumers: [models, learning], residents }
  const { events, popularity, shipping } = await composeEvents(assembly, eventParts)
  const demo = config.demo ? await loadDemo(config) : undefined
  const { vectors, webImages } = await composeVectors(assembly, { store, demo })
  residents.attachParts({ store, catalogs, events, vectors, metrics })
  const recommending = composeRecommending({ clock, store, models, catalogs, events, vectors, cursors })

  const inventoryItems = new InventoryItems(records)
  const cleanup = shopCleanup({ store, catalogs, inventoryItems, events, vectors, residents })
  const access = composeAccess(config, store, options.passwords)
  const shopAdmin = { store: records, access, forgetShop: cleanup.everywhere }
  const watch = await watchSharedStore(assembly, { store, metrics, events, forgetShop: cleanup.here })
  const drafts = composeDrafts(assembly, shopAdmin, store)
  const feeds = composeFeeds(assembly, store, events)
  const watched = [storage, events.follower, watch, shipping]
  const { app, alerts, nightly } = await composeHttp(assembly, {
    store,
    residents: residents.shops,
    events,
    learning,
    recommending,
    vectors,
    webImages,
    demo,
    tokens: sessionTokens(secret, ...former),
    secret,
    metrics,
    shopAdmin,
    inventoryItems,
    readiness: readinessOf({ residents, index, vectors, startup, draining, watched }),
    isBeingCreated: (shop) => shop === DEMO_SHOP && startup.waitingFor.includes(CREATING_DEMO),
    watch,
  })

  return {
    config,
    app,
    alerts,
    residents: residents.shops,
    events,
    popularity,
    vectors,
    ...{ records, index, models, learning, nightly },
    recommending,
    rankings: recommending.rankings,
    keys,
    startup,
    log,
    drafts,
    access,
    firstOwnerLink: () => firstOwnerLink(access, clock()),
    async start() {
      const demoDeps = { shops: shopAdmin, keys, history: events.history, store: events.store }
      if (demo) await startup.run(CREATING_DEMO, () => demo.ensureShop(demoDeps, clock()))
      await watch?.runOnce()
      watch?.start()
      await residents.warm(startup)
      await startup.run('reading what sells', () => popularity.runOnce())
      popularity.start()
      refinement.start()
      if (config.role !== 'edge') for (const job of [drafts, alerts, feeds, nightly]) job.start()
      await vectors.start()
      residents.startBackground()
    },
    watch,
    /** Makes `/ready` report not ready, so that a load balancer sends requests elsewhere; others are still answered. */
    drain() {
      draining.isOn = true
    },
    /** Stops accepting connections, answers requests in progress, flushes, and releases the data folder. */
    async close() {
      store.shared?.hurry()
      await closeAll([...closers, () => app.server.close()], (error) => assembly.onError(error, 'stopping'))
    },
  }
}

async function watchSharedStore(assembly: Assembly, parts: Omit<WatchParts, 'shared'>) {
  const { shared } = parts.store
  return shared && (await import('./watch.ts')).composeWatch(assembly, { ...parts, shared })
}

interface Watched {
  readonly problem: string | undefined
  readonly isReadOnly?: boolean
}

interface ReadinessParts extends Pick<Store, 'index'>, Pick<Vectors, 'vectors'> {
  residents: Residents
  startup: Startup
  draining: { isOn: boolean }
  watched: readonly (Watched | undefined)[]
}

function readinessOf({ residents, index, vectors, startup, draining, watched }: ReadinessParts) {
  return async () => ({
    shops: await residents.readyShops(index.loaded().length),
    waitingFor: startup.waitingFor,
    embedding: vectors.embeddingShops(),
    isStopping: draining.isOn,
    problems: watched.map((one) => one?.problem).filter((problem) => problem !== undefined),
    isReadOnly: watched.some((one) => one?.isReadOnly === true),
  })
}

interface CleanupParts extends Pick<Events, 'events'>, Pick<Vectors, 'vectors'> {
  residents: Residents
  store: Store
  catalogs: ReturnType<typeof composeModels>['catalogs']
  inventoryItems: InventoryItems
}

function shopCleanup({ store, catalogs, inventoryItems, events, vectors, residents }: CleanupParts) {
  const forgetCatalog = async (shop: string) => {
    await residents.shops.forget(shop)
    await store.index.forget(shop)
    catalogs.forget(shop)
    inventoryItems.forget(shop)
  }
  return {
    async everywhere(shop: string) {
      await forgetCatalog(shop)
      await store.webhookMemory.drop(shop)
      await store.admin.dropShop(shop)
      await events.dropShop(shop)
      // Last, because it may wait until vectors in progress are finished. Shoppers' data should be deleted before.
      await vectors.forgetShop(shop)
    },
    /** Removes this node's data of a shop that another node deleted, together with its data in the store. */
    async here(shop: string) {
      await forgetCatalog(shop)
      await events.forgetShop(shop)
      await vectors.forgetShop(shop)
    },
  }
}

async function openFolder(assembly: Assembly) {
  const { config, log, onClose } = assembly
  const lock = lockDataFolder(config.dataFolder)
  onClose(() => lock.release())
  const { id: folderId, warnings } = verifyFolder(config.dataFolder, { newId })
  for (const warning of warnings) log.warn(warning)
  // The folder of a node with a shared store contains nothing that could be lost.
  if (config.storeUrl === null) {
    const notes = new PositionNotes(config.dataFolder, folderId, (error) => assembly.onError(error, 'noting positions'))
    onClose(() => notes.close())
  }
  // A full disk of PostgreSQL affects all nodes, so a node stays ready unless read-only mode is on. An edge node stores
  // events on its own disk, and must not accept any when that is full.
  const staysReady = config.storeUrl !== null && config.role !== 'edge' && config.readOnlyAfterSeconds === 0
  const storage = new StorageWatch(config.dataFolder, { staysReady })
  await storage.start()
  onClose(() => storage.stop())
  return { folderId, storage }
}

function assemblyOf(config: Config, options: ComposeOptions, closers: Close[]): Assembly {
  const logging = { level: config.logLevel, base: undefined }
  const log = options.logTo ? pino(logging, options.logTo) : pino(logging)
  const storeClock = options.clock ? undefined : new StoreClock()
  return {
    config,
    log,
    clock: options.clock ?? (storeClock as StoreClock).now,
    storeClock,
    agentProfiles: options.agentProfiles,
    alertDelivery: options.alertDelivery,
    onClose: (close) => closers.push(close),
    onError: (error, during) => log.error({ err: error }, `${during} failed`),
  }
}

/** Returns the secret for development, which is stored with the data, so that tokens survive a restart. */
function secretOfFolder(folder: string): string {
  const path = join(folder, 'secret')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const secret = randomBytes(32).toString('hex')
  writeFileSync(path, `${secret}\n`, { mode: 0o600 })
  return secret
}
