import type { Picture } from '@vitrine/engine'

/** Role of an input. Some models were trained with another prefix for each; queries are also answered before documents. */
export type TextKind = 'query' | 'document'

/**
 * One model turned into a function from things to vectors.
 *
 * `space` names the model, its version and how it is used: vectors of one space may be compared, vectors of two never.
 * Similarity ranges differ from space to space, so no threshold is shared between them.
 */
export interface VectorSpace {
  readonly space: string
  readonly dimension: number
}

export interface TextEmbedder extends VectorSpace {
  /** Languages (ISO 639-1) that the model was trained on; absent: nobody said, and it is measured (see `language-probe.ts`). */
  readonly languages?: readonly string[] | undefined
  /**
   * One vector a text, in the order given, each of length 1 and `dimension` numbers. An empty text gets a vector too.
   * Rejects as a whole; a caller that aborts gets the signal's reason, though work already begun may run to its end.
   */
  embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<Float32Array[]>
}

export interface ImageEmbedder extends VectorSpace {
  /** Offset of the engine's color descriptor in each vector; absent if the model adds none. */
  readonly colorsAt?: number | undefined
  /** How alike two pictures are in form, their colors aside, at most 1; absent where the model cannot tell: the cosine then stands for it. */
  readonly resemblance?: ((a: Float32Array, b: Float32Array) => number) | undefined
  /** Orders the nearest better than their cosine does, where the model knows how: more is more alike. */
  readonly likeness?: ((a: Float32Array, b: Float32Array) => number) | undefined
  /** In which order products that look alike are shown, by a picture of each: their places, best first; absent: by their likeness. */
  readonly order?: ((query: Float32Array, pictures: readonly Float32Array[]) => number[]) | undefined
  /** How sure the model is that a picture shows no product at all, 0 to 1; absent where it cannot tell. */
  readonly doubt?: ((vector: Float32Array) => number) | undefined
  /**
   * Encoded JPEG, PNG or WebP files whose size was checked by the caller. One vector an image, as `TextEmbedder.embed`; rejects with
   * `NotEmbeddable` when one of them cannot be decoded. A shopper's picture is a `query` (the default), the catalog's are `document`s.
   */
  embed(images: readonly Uint8Array[], kind?: TextKind, signal?: AbortSignal): Promise<Float32Array[]>
  /** For callers who need the pixels as well, so that a file is decoded once; absent where the model takes files alone. */
  readonly decoded?: DecodedEmbedder | undefined
}

export interface DecodedEmbedder {
  /** Pictures are decoded to fit a square of so many pixels (`smallPicture`). */
  readonly side: number
  /** The same vectors as of the files. */
  embed(pictures: readonly Picture[], kind?: TextKind, signal?: AbortSignal): Promise<Float32Array[]>
}

/**
 * Meaning as vectors. All parts are optional: what is absent is not an error, the features then work on words and attributes.
 * Safe to call from many requests at once; an adapter batches or queues as it likes.
 */
export interface Embedder {
  readonly text?: TextEmbedder
  /** For languages that `text` does not understand; absent: there words alone are searched. */
  readonly multilingual?: TextEmbedder
  readonly image?: ImageEmbedder
  /** Texts in the space of `image`, where the model knows both (CLIP, SigLIP): a sentence then finds pictures. Absent where it does not. */
  readonly imageText?: TextEmbedder
  /** Ends threads and connections. Calls after it reject. */
  close(): Promise<void>
}

/** The embedder could not answer: model, thread or service failed, or was closed. Callers go on without vectors. */
export class EmbedderUnavailable extends Error {
  override readonly name = 'EmbedderUnavailable'
}

/** The input is at fault: no picture, or a broken one. The same input will fail again. */
export class NotEmbeddable extends Error {
  override readonly name = 'NotEmbeddable'
}
