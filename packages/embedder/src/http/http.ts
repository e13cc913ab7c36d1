import { type Embedder, EmbedderUnavailable, type ImageEmbedder, type TextEmbedder } from '../embedder.ts'
import { toUnitLength } from '../onnx/encoder.ts'

/**
 * Uses an embedding service over HTTP that is compatible with OpenAI's `POST {base}/embeddings`:
 *
 * → {"model": M, "input": ["a text", …], "encoding_format": "float"}
 * ← {"data": [{"index": 0, "embedding": [0.1, …]}, …]}
 *
 * Pictures are sent to the same path as `{"model": M, "input": [{"image": "<base64 of the file>"}, …]}`, and answered
 * in the same form.
 *
 * The setting contains everything, `https://:KEY@host/v1?model=M&image_model=N`: the password is sent as a bearer
 * token, `model` and `image_model` name the models, either of which may be absent, and `query_prefix` and
 * `document_prefix` are put before the texts.
 */
export async function httpEmbedder(setting: string): Promise<Embedder> {
  const service = serviceOf(setting)
  const { searchParams } = new URL(setting)
  const model = searchParams.get('model')
  const imageModel = searchParams.get('image_model')
  if (model === null && imageModel === null) {
    throw new EmbedderUnavailable('The address of the embedding service names neither a model nor an image_model.')
  }
  const prefix = {
    query: searchParams.get('query_prefix') ?? '',
    document: searchParams.get('document_prefix') ?? '',
  }
  return {
    text: model === null ? undefined : await openText(service, model, prefix),
    image: imageModel === null ? undefined : await openImage(service, imageModel),
    close: async () => service.stop.abort(new EmbedderUnavailable('The embedding service was closed.')),
  }
}

interface Service {
  endpoint: string
  headers: Record<string, string>
  stop: AbortController
}

function serviceOf(setting: string): Service {
  const url = new URL(setting)
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
  if (url.password !== '') headers.authorization = `Bearer ${decodeURIComponent(url.password)}`
  const endpoint = `${url.origin}${url.pathname.replace(/\/+$/, '')}/embeddings`
  return { endpoint, headers, stop: new AbortController() }
}

async function openText(
  service: Service,
  model: string,
  prefix: { query: string; document: string },
): Promise<TextEmbedder> {
  const [sample] = await ask(service, model, [`${prefix.document}a`])
  const prefixes = prefix.query + prefix.document === '' ? '' : ` ${JSON.stringify(prefix)}`
  return {
    space: `${service.endpoint} ${model}${prefixes}`,
    dimension: sample!.length,
    embed: (texts, kind, signal) =>
      inBatches(
        texts,
        (batch) =>
          ask(
            service,
            model,
            batch.map((text) => prefix[kind] + text),
            signal,
          ),
        signal,
      ),
  }
}

/** A PNG of one white pixel, to find out the dimension. */
const WHITE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

async function openImage(service: Service, model: string): Promise<ImageEmbedder> {
  const [sample] = await ask(service, model, [{ image: WHITE_PIXEL }])
  const inputs = (images: readonly Uint8Array[]) =>
    images.map((image) => ({ image: Buffer.from(image).toString('base64') }))
  return {
    space: `${service.endpoint} ${model}`,
    dimension: sample!.length,
    embed: (images, _, signal) => inBatches(images, (batch) => ask(service, model, inputs(batch), signal), signal),
  }
}

/** Inputs per request: services accept some dozens. */
const BATCH = 32
/** Time limit for the catalog. Callers of a query abort much earlier. */
const TIMEOUT_MS = 30_000

async function inBatches<Input>(
  inputs: readonly Input[],
  embed: (batch: readonly Input[]) => Promise<Float32Array[]>,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let from = 0; from < inputs.length; from += BATCH) {
    signal?.throwIfAborted()
    vectors.push(...(await embed(inputs.slice(from, from + BATCH))))
  }
  return vectors
}

async function ask(
  service: Service,
  model: string,
  input: readonly unknown[],
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const signals = [service.stop.signal, AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]
  try {
    const response = await fetch(service.endpoint, {
      method: 'POST',
      headers: service.headers,
      body: JSON.stringify({ model, input, encoding_format: 'float' }),
      signal: AbortSignal.any(signals),
    })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return vectorsOf(await response.json(), input.length)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw new EmbedderUnavailable(`The embedding service failed: ${(error as Error).message}.`, { cause: error })
  }
}

/** Returns the vectors in the order of the inputs, by `index`, because a service may answer in any order. */
function vectorsOf(answer: unknown, count: number): Float32Array[] {
  const rows = (answer as { data?: unknown }).data
  if (!Array.isArray(rows) || rows.length !== count) throw new Error('it did not return one vector per input')
  const vectors: Float32Array[] = []
  for (const [i, row] of rows.entries()) {
    const { index = i, embedding } = row as { index?: number; embedding?: unknown }
    if (!Array.isArray(embedding) || !embedding.every(Number.isFinite))
      throw new Error('a vector is not a list of numbers')
    vectors[index] = toUnitLength(Float32Array.from(embedding as number[]))
  }
  const size = vectors[0]?.length
  if (Object.keys(vectors).length !== count || vectors.some((vector) => vector.length !== size)) {
    throw new Error('its vectors do not match in number or dimension')
  }
  return vectors
}
