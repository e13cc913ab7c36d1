/** The parts of Vendure and Nest that the plugin uses. `npm run try:vendure` runs it in the real server. */
declare module '@vendure/core' {
  type ID = import('./vendure.ts').ID
  export interface RequestContext {
    channelId: ID
    languageCode: string
  }
  interface List<T> {
    items: T[]
    totalItems: number
  }
  class Injected {
    private constructor()
  }
  export class EventBus extends Injected {
    ofType<E>(type: abstract new (...args: never[]) => E): { subscribe(handler: (event: E) => unknown): unknown }
  }
  export interface Job<T> {
    id: ID
    data: T
    setProgress(percent: number): void
  }
  export interface JobQueue<T> {
    add(data: T, options?: { retries?: number }): Promise<{ id: ID }>
  }
  export class JobQueueService extends Injected {
    createQueue<T>(options: { name: string; process(job: Job<T>): Promise<unknown> }): Promise<JobQueue<T>>
  }
  export class ProductService extends Injected {
    findByIds(ctx: RequestContext, ids: ID[], relations?: string[]): Promise<import('./vendure.ts').Product[]>
    findAll(ctx: RequestContext, options: object, relations?: string[]): Promise<List<{ id: ID }>>
  }
  export class ProductVariantService extends Injected {
    findByIds(ctx: RequestContext, ids: ID[]): Promise<import('./vendure.ts').Variant[]>
    getVariantsByProductId(
      ctx: RequestContext,
      productId: ID,
      options?: object,
      relations?: string[],
    ): Promise<List<import('./vendure.ts').Variant>>
    getSaleableStockLevel(ctx: RequestContext, variant: import('./vendure.ts').Variant): Promise<number>
  }
  export class CollectionService extends Injected {
    findByIds(ctx: RequestContext, ids: ID[]): Promise<import('./vendure.ts').Collection[]>
    getCollectionsByProductId(
      ctx: RequestContext,
      id: ID,
      publicOnly: boolean,
    ): Promise<import('./vendure.ts').Collection[]>
  }
  export class FacetValueService extends Injected {
    findByIds(ctx: RequestContext, ids: ID[]): Promise<import('./vendure.ts').FacetValue[]>
  }
  export class OrderService extends Injected {
    findOne(ctx: RequestContext, id: ID, relations?: string[]): Promise<import('./vendure.ts').Order | undefined>
  }
  export class RequestContextService extends Injected {
    create(options: { apiType: 'admin' | 'shop' }): Promise<RequestContext>
  }
  export class ConfigService extends Injected {
    readonly defaultLanguageCode: string
    readonly entityOptions: { moneyStrategy?: { precision?: number } }
  }
  export class ProcessContext extends Injected {
    readonly isServer: boolean
  }
  export class ProductEvent {
    product: { id: ID }
  }
  export class ProductVariantEvent {
    variants: { id: ID; productId?: ID }[]
  }
  export class ProductChannelEvent {
    product: { id: ID }
  }
  export class ProductVariantChannelEvent {
    productVariant: { id: ID; productId?: ID }
  }
  export class StockMovementEvent {
    stockMovements: { productVariant: { id: ID; productId?: ID } }[]
  }
  export class CollectionModificationEvent {
    productVariantIds: ID[]
  }
  export class TaxRateModificationEvent {}
  export class OrderPlacedEvent {
    order: { id: ID }
  }
  export class OrderStateTransitionEvent {
    order: { id: ID }
    toState: string
  }
  export class RefundStateTransitionEvent {
    order: { id: ID }
    toState: string
  }
  export class PluginCommonModule {}
  export const Logger: Record<'info' | 'warn' | 'error', (message: string, context: string) => void>
  export function VendurePlugin(metadata: object): (target: object) => void
  export function Allow(...permissions: string[]): unknown
  export function Ctx(): unknown
  export class UserInputError extends Error {}
}

declare module '@nestjs/common' {
  export function Inject(token: unknown): (target: object, name: undefined, index: number) => void
  export function Injectable(): (target: object) => void
}

declare module '@nestjs/graphql' {
  export function Args(): unknown
  export function Parent(): unknown
  export function Query(): unknown
  export function Mutation(): unknown
  export function ResolveField(): unknown
  export function Resolver(name: string): (target: object) => void
}

declare module 'graphql' {
  export function parse(text: string): unknown
}
