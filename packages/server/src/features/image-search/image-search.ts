import type { AppliedFilter, ImageSearchRequest, ImageSearchResponse, SearchProduct } from '@vitrine/contract'
import { type Crop, type VectorHit, WHOLE_PICTURE } from '@vitrine/engine'
import type { ImageSource } from '../../ports/image-source/image-source.ts'
import type { Product } from '../../ports/record-store/product.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { SearchIndex } from '../../ports/search-index/search-index.ts'
import type { Call } from '../call.ts'
import type { ProductReader } from '../catalog/product-reader.ts'
import { Refusal, RequestRefused } from '../errors.ts'
import { assignmentsAbout, serveExperience } from '../experiments/variant-settings.ts'
import { externalIdOf } from '../platform/external-id.ts'
import { buildSearchRequest, type BuiltSearchRequest, type SearchRequestDeps } from '../query/build-search-request.ts'
import { cleanQuery } from '../query/clean-query.ts'
import { pagePagination } from '../query/page-pagination.ts'
import { servedTo } from '../query/served-place.ts'
import type { ServeLog } from '../serves/serve-log.ts'
import { checkPicture, type PictureFacts } from './check-picture.ts'
import { splitColorWords, variantsInColors } from './color-words.ts'
import { describePicture, NEIGHBOURS, type PictureWords } from './describe-picture.ts'
import { type MatchedPictures, pictureMatch } from './matched-picture.ts'
import { narrowByColor, narrowByText } from './narrow-by-words.ts'
import { nearestByImage, type NearestByImageDeps } from './nearest-by-image.ts'
import { type PictureColor, pictureColors } from './picture-colors.ts'
import { cropsOf, lookAtPicture, type QueryPicture } from './query-picture.ts'
import { readPicture } from './read-picture.ts'

export interface ImageSearchDeps extends SearchRequestDeps, NearestByImageDeps {
  index: SearchIndex
  products: ProductReader
  web: ImageSource
  matchedPictures: MatchedPictures
  serves: Pick<ServeLog, 'record'>
}

type ImageCall = Call<ImageSearchRequest>

export async function searchByImage(deps: ImageSearchDeps, call: ImageCall): Promise<ImageSearchResponse> {
  const begunMs = performance.now()
  if (!call.shop.config.search.image_search_enabled) throw new Refusal(403, 'image search is turned off for this shop')
  // Invalid filters are refused before the picture is fetched.
  const built = await ask(deps, call, '')
  const bytes = await readPicture(deps.web, call)
  const { facts, decodingCost } = await checkPicture(bytes)
  return call.work.admit('pictures', decodingCost + LOOKING_COST, async () => {
    const answer = await answerPicture(deps, call, { built, bytes, facts, begunMs })
    if (!answer.search_metadata.has_embedding) call.work.charge(-LOOKING_COST)
    return answer
  })
}

/** CPU time that the model needs for the parts of a picture, in tenths of a millisecond. */
const LOOKING_COST = 200

interface Received {
  built: BuiltSearchRequest
  bytes: Uint8Array
  facts: PictureFacts
  begunMs: number
}

async function answerPicture(
  deps: ImageSearchDeps,
  call: ImageCall,
  { built, bytes, facts, begunMs }: Received,
): Promise<ImageSearchResponse> {
  const picture = await lookAtPicture(bytes, call.body.crop)
  const found = await find(deps, call, { built, picture })
  const page = { page: call.body.pagination?.page ?? 1, limit: call.body.pagination?.limit ?? DEFAULT_LIMIT }
  const first = (page.page - 1) * page.limit
  const shown = found.hits.slice(first, first + page.limit).map(({ productId }) => productId)
  recordServe(deps, call, { built, shown, total: found.hits.length, first })
  return {
    status: 'ok',
    request_id: call.requestId,
    products: await present(deps, call, { built, ids: shown, vector: found.vector }),
    pagination: pagePagination(found.hits.length, page),
    search_metadata: {
      processing_time: Math.round(performance.now() - begunMs),
      ...metadata(call, { found, facts, picture }),
    },
  }
}

const DEFAULT_LIMIT = 20

/** Errors in filters name `facets`, the field of this endpoint. */
async function ask(deps: ImageSearchDeps, call: ImageCall, query: string): Promise<BuiltSearchRequest> {
  const { locale, market, currency, publication_ids } = call.body
  const body = { locale, market, currency, publication_ids, query, applied_filters: readFacets(call.body.facets) }
  try {
    return await buildSearchRequest(deps, { ...call, body })
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    throw new Refusal(400, error.message.replaceAll('applied_filters', 'facets'))
  }
}

interface Found {
  hits: VectorHit[]
  searchType: string
  hasEmbedding: boolean
  /** The part of the picture that shows the product, and its colors. */
  crop: Crop
  colors: readonly PictureColor[]
  /** Absent if no model was used. */
  vector?: Float32Array
  words: PictureWords
  errors: string[]
}

interface Asked {
  built: BuiltSearchRequest
  picture: QueryPicture
}

const NOTHING_ALIKE = 'nothing in the catalog looks like this picture'

async function find(deps: ImageSearchDeps, call: ImageCall, asked: Asked): Promise<Found> {
  const { shop } = call
  const alike = await nearestByImage(deps, { shop, built: asked.built }, asked.picture)
  if ('missing' in alike) return findByColor(deps, call, asked, alike.missing)
  const { crop, vector } = alike
  const { locale } = asked.built.view
  const colors = await pictureColors(asked.picture.scene, crop, locale)
  const near = alike.hits.filter(({ isAlike }) => isAlike)
  const neighbours = near.slice(0, NEIGHBOURS).map(({ productId }) => productId)
  const words = describePicture(await deps.products.read(shop.id, neighbours), colors, locale)
  const errors = near.length === 0 ? [NOTHING_ALIKE] : []
  const hits = await narrow(deps, call, { near, all: alike.hits, locale }, errors)
  return { hits, searchType: 'image_vector', hasEmbedding: true, crop, vector, colors, words, errors }
}

interface NearHits {
  near: VectorHit[]
  /** `near`, then dissimilar products, which can still match the words. */
  all: VectorHit[]
  locale: string
}

async function narrow(deps: ImageSearchDeps, call: ImageCall, { near, all, locale }: NearHits, errors: string[]) {
  const { shop, body } = call
  const { rest, wantsCheaper } = splitCheaper(cleanQuery(body.query))
  const { text, colors } = splitColorWords(rest, locale)
  const store = deps.vectors.image(shop.id)
  let narrowed = near
  const keep = (found: VectorHit[], otherwise: string) => {
    if (found.length > 0) narrowed = found
    else if (near.length > 0) errors.push(otherwise)
  }
  if (text !== '') {
    const built = await ask(deps, call, text)
    keep(await narrowByText(deps.index, { shop, built }, all), `nothing that looks similar matches "${text}"`)
  }
  for (const color of store ? colors : []) {
    const { colorsAt } = deps.imageEmbedderOf(store!.space) ?? {}
    const knowledge = { shop, products: deps.products, store: store!, colorsAt, locale }
    keep(await narrowByColor(knowledge, color, narrowed), `nothing that looks similar is ${color.name}`)
  }
  if (wantsCheaper)
    keep(
      await narrowByPrice({ shop, products: deps.products }, near, narrowed),
      'nothing that looks similar is cheaper',
    )
  return narrowed
}

/** Used if no vectors are available. */
async function findByColor(
  deps: ImageSearchDeps,
  call: ImageCall,
  { picture, built }: Asked,
  missing: string,
): Promise<Found> {
  // Uses the likeliest part, because there are no vectors to compare parts with.
  const [asked, likeliest] = cropsOf(picture)
  const crop = likeliest ?? asked ?? WHOLE_PICTURE
  const colors = await pictureColors(picture.scene, crop, built.view.locale)
  const query = [cleanQuery(call.body.query), colors[0]?.name ?? ''].join(' ').trim()
  const { request } = await ask(deps, call, query)
  const page = { facets: [], sort: 'relevance' as const, offset: 0, limit: MAX_BY_COLOR }
  const { hits } = await deps.index.search(call.shop, { ...request, ...page })
  return {
    hits: hits.map(({ id, score }) => ({ productId: id, similarity: score })),
    searchType: 'image_color',
    hasEmbedding: false,
    crop,
    colors,
    words: { productType: null, caption: null },
    errors: [missing],
  }
}

const MAX_BY_COLOR = 1000

interface Judged {
  found: Found
  facts: PictureFacts
  picture: QueryPicture
}

function metadata({ body }: ImageCall, { found, facts, picture }: Judged) {
  const { productType, caption } = found.words
  const { colors } = found
  const said = cleanQuery(body.query)
  return {
    search_type: found.searchType,
    image_analysis: {
      ...facts,
      crop: roundedCrop(found.crop),
      cropped_by: picture.croppedBy,
      product_type: productType,
      colors: colors.map(({ hex, name, family, share }) => ({
        hex,
        name,
        family,
        share: Math.round(share * 1000) / 1000,
      })),
    },
    image_caption: caption ?? '',
    search_text: [said, caption].filter(Boolean).join(' '),
    has_embedding: found.hasEmbedding,
    errors: found.errors,
    dominant_colors: colors.map(({ hex }) => hex),
  }
}

function roundedCrop({ x, y, width, height }: Crop): Crop {
  const share = (value: number) => Math.round(value * 1000) / 1000
  return { x: share(x), y: share(y), width: share(width), height: share(height) }
}

interface Shown {
  built: BuiltSearchRequest
  ids: readonly number[]
  vector: Float32Array | undefined
}

async function present(deps: ImageSearchDeps, call: ImageCall, { built, ids, vector }: Shown) {
  const { shop, body } = call
  const { view, request } = built
  const [variants, products] = await Promise.all([
    matchedVariants(deps, shop, request, ids),
    deps.products.read(shop.id, ids),
  ])
  const pictures = vector ? await deps.matchedPictures(shop.id, vector, products) : new Map<number, string>()
  // Filters decide which variant is shown; without filters it is the one in the picture.
  const isFiltered = request.selections.length > 0
  const { colors } = splitColorWords(splitCheaper(cleanQuery(body.query)).rest, view.locale)
  const matchOf = (product: Product) =>
    pictureMatch(product, {
      src: pictures.get(product.id),
      passing: variants.get(product.id),
      isFiltered,
      inColor: variantsInColors(product, colors, view.locale),
    })
  if (body.view === 'product_ids')
    return products.map((product) => ({ product_id: product.id, ...externalIdOf(product), ...matchOf(product) }))
  const options = { style: 'search', prices: view.prices, locale: view.locale } as const
  return products.map((product) => deps.products.present(product, options).with(matchOf(product)).as<SearchProduct>())
}

async function matchedVariants(
  { index }: ImageSearchDeps,
  shop: Shop,
  request: BuiltSearchRequest['request'],
  ids: readonly number[],
): Promise<Map<number, number | null>> {
  const page = { facets: [], sort: 'newest' as const, offset: 0, limit: ids.length }
  const { hits } = await index.search(shop, { ...request, among: ids, rules: { pins: [], boosts: [] }, ...page })
  return new Map(hits.map(({ id, variantId }) => [id, variantId]))
}

interface Served {
  built: BuiltSearchRequest
  shown: readonly number[]
  total: number
  first: number
}

function recordServe({ serves }: ImageSearchDeps, call: ImageCall, { built, shown, total, first }: Served): void {
  const query = cleanQuery(call.body.query)
  serves.record({
    ...servedTo(call, built.view),
    surface: 'image_search',
    requestId: call.requestId,
    experience: serveExperience(assignmentsAbout('search', call.shop, call.identity)[0]),
    ...(query === '' ? {} : { query }),
    total,
    products: shown.map((productId, i) => ({ productId, position: first + i + 1 })),
  })
}

/** Accepts `[{key, value}]`, `{key, value}`, or an object by key such as `{color: ["red"], price: "10:50"}`. */
export function readFacets(facets: ImageSearchRequest['facets']): AppliedFilter[] {
  if (!facets) return []
  if (Array.isArray(facets)) return facets
  const { key, value, operator } = facets as Record<string, unknown>
  if (typeof key === 'string' && value !== undefined) return [filterOf(key, { value, operator })]
  return Object.entries(facets).map(([name, asked]) => filterOf(name, asked))
}

function filterOf(key: string, asked: unknown): AppliedFilter {
  const { value, operator } = isObject(asked) ? asked : { value: asked, operator: undefined }
  const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null)
  return { key, value: values.map(String), ...(typeof operator === 'string' ? { operator } : {}) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Matches words such as "cheaper": the results must cost less than the product in the picture. */
const CHEAPER =
  /(?<!\p{L})(?:but\s+)?(?:cheaper|less expensive|billiger|günstiger|preiswerter|moins ch(?:er|ère)s?|más barat[oa]s?|più economic[oa]|goedkoper)(?!\p{L})/giu

export function splitCheaper(query: string): { rest: string; wantsCheaper: boolean } {
  const rest = query.replaceAll(CHEAPER, ' ').replaceAll(/\s+/g, ' ').trim()
  return { rest, wantsCheaper: rest !== query.replaceAll(/\s+/g, ' ').trim() }
}

async function narrowByPrice(
  { shop, products }: { shop: Shop; products: ProductReader },
  near: readonly VectorHit[],
  hits: readonly VectorHit[],
): Promise<VectorHit[]> {
  const ids = [...near.slice(0, 1), ...hits].map(({ productId }) => productId)
  const prices = new Map((await products.read(shop.id, [...new Set(ids)])).map((one) => [one.id, minPrice(one)]))
  const limit = prices.get(ids[0] ?? -1) ?? 0
  return hits.filter(({ productId }) => (prices.get(productId) ?? Number.POSITIVE_INFINITY) < limit)
}

function minPrice({ variants }: Product): number {
  return Math.min(...variants.map(({ price }) => Number(price)))
}
