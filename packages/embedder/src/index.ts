export * from './embedder.ts'
export { visualModel } from './local/visual-model.ts'
export { noEmbedder } from './none.ts'
export { openEmbedder, withoutSecret } from './open-embedder.ts'
