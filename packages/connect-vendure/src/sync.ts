/** Queues a job for each changed product, placed order or refund. */
import {
  CollectionModificationEvent,
  ConfigService,
  EventBus,
  type Job,
  type JobQueue,
  JobQueueService,
  Logger,
  OrderPlacedEvent,
  OrderService,
  OrderStateTransitionEvent,
  ProcessContext,
  ProductChannelEvent,
  ProductEvent,
  ProductVariantChannelEvent,
  ProductVariantEvent,
  RefundStateTransitionEvent,
  RequestContextService,
  StockMovementEvent,
  TaxRateModificationEvent,
} from '@vendure/core'
import { CatalogFeed, type FeedJob } from './catalog-feed.ts'
import { injects } from './nest.ts'
import { type Connection, connect, type VitrineOptions } from './options.ts'
import { OPTIONS } from './tokens.ts'
import { toReportedOrder, toReportedRefunds } from './to-order.ts'
import type { ID } from './vendure.ts'
import { VendureCatalog } from './vendure-catalog.ts'

type SyncJob = FeedJob | { kind: 'variants'; ids: ID[] } | { kind: 'order'; id: ID; isCancelled: boolean }

const NAME = 'Vitrine'
/** With Vendure's usual backoff, this many retries take about a day. */
const RETRIES = 20

export class VitrineSync {
  readonly #events: EventBus
  readonly #jobs: JobQueueService
  readonly #orders: OrderService
  readonly #contexts: RequestContextService
  readonly #process: ProcessContext
  readonly #catalog: VendureCatalog
  readonly #connection: Connection
  readonly #feed: CatalogFeed
  readonly #precision: number
  #catalogQueue: JobQueue<SyncJob> | undefined
  /** A separate queue, so that orders do not wait for the catalog. */
  #orderQueue: JobQueue<SyncJob> | undefined

  constructor(
    options: VitrineOptions,
    events: EventBus,
    jobs: JobQueueService,
    orders: OrderService,
    contexts: RequestContextService,
    process: ProcessContext,
    config: ConfigService,
    catalog: VendureCatalog,
  ) {
    this.#events = events
    this.#jobs = jobs
    this.#orders = orders
    this.#contexts = contexts
    this.#process = process
    this.#catalog = catalog
    this.#connection = connect(options)
    this.#precision = config.entityOptions.moneyStrategy?.precision ?? 2
    this.#feed = new CatalogFeed(this.#connection, catalog, {
      precision: this.#precision,
      defaultLanguage: config.defaultLanguageCode,
      assetUrlPrefix: options.assetUrlPrefix ?? '',
      facets: { productType: 'category', vendor: 'brand', ...options.facets },
    })
  }

  async onModuleInit(): Promise<void> {
    const process = (job: Job<SyncJob>) => this.#tryJob(job)
    this.#catalogQueue = await this.#jobs.createQueue<SyncJob>({ name: 'vitrine-catalog', process })
    this.#orderQueue = await this.#jobs.createQueue<SyncJob>({ name: 'vitrine-orders', process })
  }

  async onApplicationBootstrap(): Promise<void> {
    this.#listen()
    if (!this.#process.isServer) return
    const isEmpty = await this.#feed.isEmpty().catch((error: Error) => {
      Logger.warn(`cannot be reached: ${error.message}`, NAME)
      return false
    })
    if (isEmpty) await this.everything()
  }

  everything() {
    return this.#add({ kind: 'everything' })
  }

  #listen(): void {
    const products = (ids: ID[]) => this.#add({ kind: 'products', ids })
    const variants = (list: readonly { id: ID }[]) => this.#add({ kind: 'variants', ids: list.map(({ id }) => id) })
    this.#events.ofType(ProductEvent).subscribe(({ product }) => products([product.id]))
    this.#events.ofType(ProductChannelEvent).subscribe(({ product }) => products([product.id]))
    this.#events.ofType(ProductVariantEvent).subscribe((event) => {
      const known = event.variants.flatMap(({ productId }) => productId ?? [])
      return known.length === event.variants.length ? products([...new Set(known)]) : variants(event.variants)
    })
    this.#events.ofType(ProductVariantChannelEvent).subscribe(({ productVariant }) => variants([productVariant]))
    this.#events
      .ofType(StockMovementEvent)
      .subscribe(({ stockMovements }) => variants(stockMovements.map(({ productVariant }) => productVariant)))
    this.#events.ofType(CollectionModificationEvent).subscribe(({ productVariantIds: ids }) => this.#add({ kind: 'variants', ids })) // biome-ignore format: one line reads better
    this.#events.ofType(TaxRateModificationEvent).subscribe(() => this.everything())
    const order = (id: ID, isCancelled = false) => this.#add({ kind: 'order', id, isCancelled })
    this.#events.ofType(OrderPlacedEvent).subscribe((event) => order(event.order.id))
    this.#events.ofType(OrderStateTransitionEvent).subscribe((event) => {
      if (event.toState === 'Cancelled') order(event.order.id, true)
    })
    this.#events.ofType(RefundStateTransitionEvent).subscribe((event) => {
      if (event.toState === 'Settled') order(event.order.id)
    })
  }

  async #add(job: SyncJob) {
    if ('ids' in job && job.ids.length === 0) return undefined
    const queue = job.kind === 'order' ? this.#orderQueue : this.#catalogQueue
    return queue?.add(job, { retries: RETRIES })
  }

  /** Vendure retries without logging the reason. */
  #tryJob(job: Job<SyncJob>): Promise<unknown> {
    return this.#run(job).catch((error: Error) => {
      Logger.warn(`a job failed and is tried again: ${error.message}`, NAME)
      throw error
    })
  }

  async #run({ data }: Job<SyncJob>): Promise<unknown> {
    if (data.kind === 'order') return this.#report(data.id, data.isCancelled)
    const job = data.kind === 'variants' ? { kind: 'products' as const, ids: await this.#catalog.productsOfVariants(data.ids) } : data // biome-ignore format: one line reads better
    const report = await this.#feed.run(job)
    for (const refused of report.refused) Logger.warn(`rejected product ${refused}`, NAME)
    return report
  }

  /** May report an order repeatedly: Vitrine counts an order and each refund once. */
  async #report(id: ID, isCancelled: boolean): Promise<void> {
    const context = await this.#contexts.create({ apiType: 'admin' })
    const order = await this.#orders.findOne(context, id)
    if (order === undefined) return
    const { webhooks } = this.#connection
    const reported = toReportedOrder(order, this.#precision)
    if (isCancelled) return webhooks.cancelOrder(reported)
    await webhooks.order(reported)
    const paid = await this.#orders.findOne(context, id, ['payments', 'payments.refunds', 'payments.refunds.lines'])
    const refunds = paid?.payments?.flatMap((payment) => payment.refunds) ?? []
    for (const refund of toReportedRefunds(order, refunds, this.#precision)) await webhooks.refund(refund)
  }
}

injects(
  VitrineSync,
  OPTIONS,
  EventBus,
  JobQueueService,
  OrderService,
  RequestContextService,
  ProcessContext,
  ConfigService,
  VendureCatalog,
)
