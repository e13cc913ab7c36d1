/** `search` of the Shop and Admin APIs, and the Admin API's operations for rebuilding the index. */
import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql'
import { Allow, Ctx, type RequestContext, UserInputError } from '@vendure/core'
import { parse } from 'graphql'
import { decorates, injects } from './nest.ts'
import { UnsupportedSearch } from './search-request.ts'
import { VitrineSearchService } from './search-service.ts'
import { VitrineSync } from './sync.ts'
import type { SearchInput } from './vendure.ts'

type Answer = Awaited<ReturnType<VitrineSearchService['search']>>

class SearchResolver {
  readonly service: VitrineSearchService

  constructor(service: VitrineSearchService) {
    this.service = service
  }

  async search(ctx: RequestContext, { input }: { input: SearchInput }) {
    try {
      return await this.service.search(ctx, input)
    } catch (error) {
      throw error instanceof UnsupportedSearch ? new UserInputError(error.message) : error
    }
  }
}

export class ShopSearchResolver extends SearchResolver {
  async facetValues(ctx: RequestContext, { facetCounts }: Answer) {
    const counted = await this.service.facetValues(ctx, facetCounts)
    return counted.filter(({ facetValue }) => !facetValue.facet.isPrivate)
  }

  async collections(ctx: RequestContext, { collectionCounts }: Answer) {
    const counted = await this.service.collections(ctx, collectionCounts)
    return counted.filter(({ collection }) => !collection.isPrivate)
  }
}

export class AdminSearchResolver extends SearchResolver {
  readonly sync: VitrineSync

  constructor(service: VitrineSearchService, sync: VitrineSync) {
    super(service)
    this.sync = sync
  }

  facetValues(ctx: RequestContext, { facetCounts }: Answer) {
    return this.service.facetValues(ctx, facetCounts)
  }

  collections(ctx: RequestContext, { collectionCounts }: Answer) {
    return this.service.collections(ctx, collectionCounts)
  }

  reindex() {
    return this.sync.everything()
  }

  /** Changes are written as they occur. */
  pendingSearchIndexUpdates() {
    return 0
  }

  runPendingSearchIndexUpdates() {
    return { success: true }
  }
}

const CATALOG_READERS = ['ReadCatalog', 'ReadProduct']
const CATALOG_WRITERS = ['UpdateCatalog', 'UpdateProduct']

decorateSearch(ShopSearchResolver, ['Public'])
injects(ShopSearchResolver, VitrineSearchService)
decorateSearch(AdminSearchResolver, CATALOG_READERS)
injects(AdminSearchResolver, VitrineSearchService, VitrineSync)
decorates(AdminSearchResolver, 'reindex', { method: [Mutation(), Allow(...CATALOG_WRITERS)] })
decorates(AdminSearchResolver, 'pendingSearchIndexUpdates', { method: [Query(), Allow(...CATALOG_READERS)] })
decorates(AdminSearchResolver, 'runPendingSearchIndexUpdates', { method: [Mutation(), Allow(...CATALOG_WRITERS)] })

function decorateSearch(resolver: typeof ShopSearchResolver | typeof AdminSearchResolver, readers: string[]): void {
  // Defined on each class, because Nest does not read inherited methods.
  Object.defineProperty(resolver.prototype, 'search', {
    value(this: SearchResolver, ctx: RequestContext, args: { input: SearchInput }) {
      return SearchResolver.prototype.search.call(this, ctx, args)
    },
    writable: true,
    configurable: true,
  })
  decorates(resolver, 'search', { method: [Query(), Allow(...readers)], parameters: [Ctx(), Args()] })
  for (const name of ['facetValues', 'collections'])
    decorates(resolver, name, { method: [ResolveField()], parameters: [Ctx(), Parent()] })
  Resolver('SearchResponse')(resolver)
}

export const SEARCH_SCHEMA = parse(`
  extend type SearchResponse {
    vitrine: VitrineAnswer!
  }
  "What Vitrine made of the query. Send requestId with every event about these results."
  type VitrineAnswer {
    requestId: String!
    correctedQuery: String
    didYouMean: String
    redirect: String
    understood: [String!]!
  }
  extend type SearchResult {
    inStock: Boolean!
  }
  extend input SearchInput {
    inStock: Boolean
    "The visitor's id, for personal results."
    vitrineVisitorId: String
  }
`)
