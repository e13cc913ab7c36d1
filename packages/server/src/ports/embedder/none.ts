import type { Embedder } from './embedder.ts'

/** No model at all: search, similar products and images work on words, attributes and colours. */
export const noEmbedder: Embedder = { close: async () => {} }
