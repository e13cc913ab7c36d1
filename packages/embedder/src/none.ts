import type { Embedder } from './embedder.ts'

/** No model at all: search, similar products and images work on words, attributes and colors. */
export const noEmbedder: Embedder = { close: async () => {} }
