import { validationItem } from '@vitrine/contract'
import { RequestRefused } from '../../errors.ts'
import type { RecommendDeps } from '../open-recommend-context.ts'
import { RankedStream } from '../ranked-stream.ts'
import type { Candidate } from '../recommend-context.ts'

export interface PageAsk {
  shop: string
  query: string
  cursor: string | null | undefined
  limit: number
  rank: () => RankedStream
  isShowable: (productId: number) => boolean
  /** Throws the endpoint's own error for an invalid cursor. */
  refuse?: () => never
}

export interface Page {
  candidates: Candidate[]
  cursor: string | null
  hasMore: boolean
  /** Every page of the chain is recorded under this id. */
  chain: string
  firstPosition: number
}

/** Following cursors repeats no product and skips none, unless it was added or removed meanwhile. */
export async function takePage(deps: RecommendDeps, ask: PageAsk): Promise<Page> {
  const start = await startOf(deps, ask)
  const { stream } = start
  const candidates: Candidate[] = []
  let place = start.place
  for (; candidates.length < ask.limit; place++) {
    const candidate = stream.at(place)
    if (!candidate) break
    if (ask.isShowable(candidate.productId)) candidates.push(candidate)
  }
  const hasMore = stream.from(place).some(({ productId }) => ask.isShowable(productId))
  const shown = start.shown + candidates.length
  if (hasMore) deps.rankings.keep(start.id, stream)
  const next = { chain: start.chain, stream: start.id, place, shown }
  return {
    candidates,
    cursor: hasMore ? deps.cursors.write(next, ask.query) : null,
    hasMore,
    chain: start.chain,
    firstPosition: start.shown + 1,
  }
}

interface Start {
  id: string
  chain: string
  stream: RankedStream
  place: number
  shown: number
}

async function startOf(deps: RecommendDeps, ask: PageAsk): Promise<Start> {
  if (ask.cursor === null || ask.cursor === undefined) {
    const id = deps.newId()
    return { id, chain: id, stream: ask.rank(), place: 0, shown: 0 }
  }
  const cursor = deps.cursors.read(ask.cursor, ask.query)
  if (!cursor) return ask.refuse ? ask.refuse() : refuseCursor()
  const { chain, place, shown } = cursor
  const kept = deps.rankings.find(cursor.stream)
  if (kept) return { id: cursor.stream, chain, stream: kept, place, shown }
  // The ranking was dropped or is on another node, so it is made again without what the chain has shown.
  const before = new Set(await deps.shownInChain(ask.shop, chain, shown))
  const rest = ask
    .rank()
    .from()
    .filter(({ productId }) => !before.has(productId))
  return { id: deps.newId(), chain, stream: new RankedStream(rest), place: 0, shown }
}

function refuseCursor(): never {
  throw new RequestRefused([validationItem(['pagination', 'cursor'], 'any.invalid', 'contains an invalid value')])
}
