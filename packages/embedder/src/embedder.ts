import type { Picture } from '@vitrine/engine'

/** The role of a text: some models have a prefix for each kind. Queries are embedded before waiting documents. */
export type TextKind = 'query' | 'document'

/**
 * One model as a function from inputs to vectors.
 *
 * `space` names the model, its version and how it is used. Vectors of different spaces must not be compared. Similarity
 * ranges differ between spaces, so thresholds apply to one space.
 */
export interface VectorSpace {
  readonly space: string
  readonly dimension: number
}

export interface TextEmbedder extends VectorSpace {
  /** Languages (ISO 639-1) that the model was trained on. If absent, they are measured (see `language-probe.ts`). */
  readonly languages?: readonly string[] | undefined
  /**
   * Returns one vector of length 1 per text, in the given order, even for an empty text. Rejects as a whole; after an
   * abort, with the signal's reason.
   */
  embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<Float32Array[]>
}

export interface ImageEmbedder extends VectorSpace {
  /** Offset of the engine's color descriptor in each vector; absent if the model adds none. */
  readonly colorsAt?: number | undefined
  /** Returns the similarity of two pictures without their colors, at most 1. If absent, the cosine is used instead. */
  readonly resemblance?: ((a: Float32Array, b: Float32Array) => number) | undefined
  /** Returns a similarity that orders the nearest pictures better than the cosine. Absent if the model has none. */
  readonly likeness?: ((a: Float32Array, b: Float32Array) => number) | undefined
  /** Orders pictures of similar products: returns their indexes, best first. If absent, likeness is used. */
  readonly order?: ((query: Float32Array, pictures: readonly Float32Array[]) => number[]) | undefined
  /** Returns the probability that a picture shows no product at all. Absent if the model cannot tell. */
  readonly noProductProbability?: ((vector: Float32Array) => number) | undefined
  /**
   * Returns one vector per JPEG, PNG or WebP file, whose size the caller must have checked. Rejects with
   * `NotEmbeddable` if one cannot be decoded. A shopper's picture is a `query`, the catalog's are `document`s.
   */
  embed(images: readonly Uint8Array[], kind?: TextKind, signal?: AbortSignal): Promise<Float32Array[]>
  /** For callers that also need the pixels, so that a file is decoded once. Absent if the model accepts only files. */
  readonly decoded?: DecodedEmbedder | undefined
}

export interface DecodedEmbedder {
  /** Pictures are decoded to fit a square with sides of this many pixels (`smallPicture`). */
  readonly side: number
  /** Returns the same vectors as for the files. */
  embed(pictures: readonly Picture[], kind?: TextKind, signal?: AbortSignal): Promise<Float32Array[]>
}

/** All models are optional, and features work without them. Concurrent calls are safe. */
export interface Embedder {
  readonly text?: TextEmbedder
  /** For languages that `text` does not understand. If absent, these are searched by words only. */
  readonly multilingual?: TextEmbedder
  readonly image?: ImageEmbedder
  /** Texts in the space of `image`, if the model supports both (CLIP, SigLIP): a sentence then finds pictures. */
  readonly imageText?: TextEmbedder
  /** Ends threads and connections. Calls after it reject. */
  close(): Promise<void>
}

/** The model, its thread or the service failed or was closed. Callers continue without vectors. */
export class EmbedderUnavailable extends Error {
  override readonly name = 'EmbedderUnavailable'
}

/** The input is not a picture, or a broken one. The same input will fail again. */
export class NotEmbeddable extends Error {
  override readonly name = 'NotEmbeddable'
}
