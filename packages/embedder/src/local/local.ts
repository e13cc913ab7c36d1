import type { Picture } from '@vitrine/engine'
import type { Embedder, ImageEmbedder, TextEmbedder, TextKind } from '../embedder.ts'
import { IdleThread } from '../onnx/idle-thread.ts'
import { TextThreads } from '../onnx/text-threads.ts'
import { ownFile } from './model-files.ts'
import type { MultilingualSettings } from './multilingual-encoder.ts'

export interface LocalEmbedderSettings {
  /** The image model; if absent, pictures are not embedded. */
  visual?: VisualModel
}

/** A module with `openEncoder`, and its settings. */
export interface VisualModel extends Omit<ImageEmbedder, 'embed' | 'decoded'> {
  side: number
  module: string
  settings: unknown
}

/** Opens the models that come with Vitrine. English loads in the background, the others at their first call. */
export function localEmbedder({ visual }: LocalEmbedderSettings = {}): Embedder {
  const english = new TextThreads({ module: moduleOf('english-encoder'), settings: {} })
  const multilingual = new IdleThread<string>(
    { module: moduleOf('multilingual-encoder'), settings: MULTILINGUAL_FILES },
    IDLE_MS,
  )
  const pictures =
    visual &&
    new IdleThread<Uint8Array | Picture>({ module: visual.module, settings: visual.settings, priority: 'low' }, IDLE_MS)
  return {
    text: { ...ENGLISH, embed: (texts, kind, signal) => english.encode(texts, kind, signal) },
    multilingual: {
      ...MULTILINGUAL,
      // Queries and documents share a thread, because the model is large. A query waits a few milliseconds at most.
      embed: (texts, kind, signal) => multilingual.encode(texts, kind === 'query' ? 'urgent' : 'patient', signal),
    },
    image: visual && localImage(visual, pictures!),
    close: async () => {
      await Promise.all([english.close(), multilingual.close(), pictures?.close()])
    },
  }
}

const moduleOf = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

/** Increase the version in a space's name if the model or the length of texts changes: old vectors are then invalid. */
const ENGLISH: Omit<TextEmbedder, 'embed'> = {
  space: 'all-minilm-l6-v2-8bit@1',
  dimension: 384,
  languages: ['en'],
}

const MULTILINGUAL: Omit<TextEmbedder, 'embed'> = {
  space: 'use-multilingual-v3-8bit@1',
  dimension: 512,
  languages: ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'th', 'tr', 'zh'],
}

/** Time without a call after which the multilingual and the image model are unloaded. */
const IDLE_MS = 600_000

export const MULTILINGUAL_FILES: MultilingualSettings = {
  encoder: ownFile('multilingual/encoder.onnx', '1a8bf72e2aba72baebcc27b6238aa3849db3412192f4d3ceb39155e116997113'),
  embeddings: ownFile(
    'multilingual/embeddings.u8.br',
    '22440c4aef35f243fa44423c243193ecfdc89ca4a7e5a573043dfd61955723cc',
  ),
  vocabulary: ownFile(
    'multilingual/vocabulary.json.br',
    'aea96a9936c96f977fe7191166a9d27ac7eb834bd96daf1286be2344b0580c17',
  ),
}

function localImage(
  { module: _, settings: __, side, ...known }: VisualModel,
  thread: IdleThread<Uint8Array | Picture>,
): ImageEmbedder {
  const embed = (images: readonly (Uint8Array | Picture)[], kind?: TextKind, signal?: AbortSignal) =>
    thread.encode(images, kind === 'document' ? 'patient' : 'urgent', signal)
  return { ...known, embed, decoded: { side, embed } }
}
