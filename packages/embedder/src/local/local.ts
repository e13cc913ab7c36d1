import type { Embedder, ImageEmbedder, TextEmbedder } from '../embedder.ts'
import { EncoderThread } from '../onnx/encoder-thread.ts'

export interface LocalEmbedderSettings {
  /** Where built graphs are kept; made when it is not there. */
  cacheFolder: string
  /** A module in this folder's manner (see `visual-encoder.ts`); the image half is absent without one. */
  visual?: VisualModel
}

/** How the local image half is loaded: a module with `openEncoder`, and what it needs. */
export interface VisualModel {
  space: string
  dimension: number
  colorsAt?: number
  alikeFrom?: number
  likeness?: ImageEmbedder['likeness']
  module: string
  settings: unknown
}

/** Meaning from the models that come with Vitrine. Loads in the background: the first call waits, the start does not. */
export function localEmbedder({ cacheFolder, visual }: LocalEmbedderSettings): Embedder {
  const textThread = new EncoderThread<string>({
    module: new URL('./gte-encoder.ts', import.meta.url).href,
    settings: { cacheFolder },
  })
  const imageThread =
    visual === undefined
      ? undefined
      : new EncoderThread<Uint8Array>({ module: visual.module, settings: visual.settings })
  return {
    text: localText(textThread),
    image: visual === undefined ? undefined : localImage(visual, imageThread!),
    close: async () => {
      await textThread.close()
      await imageThread?.close()
    },
  }
}

/** The version rises whenever the graph or the text's cut changes, so that vectors made before are not compared with new ones. */
const TEXT_SPACE = 'gte-small-8bit@1'

function localText(thread: EncoderThread<string>): TextEmbedder {
  return {
    space: TEXT_SPACE,
    dimension: 384,
    embed: (texts, kind, signal) => thread.encode(texts, kind === 'query' ? 'urgent' : 'patient', signal),
  }
}

function localImage(
  { space, dimension, colorsAt, alikeFrom, likeness }: VisualModel,
  thread: EncoderThread<Uint8Array>,
): ImageEmbedder {
  return {
    space,
    dimension,
    colorsAt,
    alikeFrom,
    likeness,
    embed: (images, kind, signal) => thread.encode(images, kind === 'document' ? 'patient' : 'urgent', signal),
  }
}
