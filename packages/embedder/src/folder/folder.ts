import type { Embedder, ImageEmbedder, TextEmbedder } from '../embedder.ts'
import { EncoderThread } from '../onnx/encoder-thread.ts'
import { type ModelFolder, readModelFolder } from './read-model-folder.ts'

/** The operator's own ONNX model. Rejects when the folder cannot be read or the model does not load. */
export async function folderEmbedder(folder: string): Promise<Embedder> {
  const model = await readModelFolder(folder)
  const threads: EncoderThread<never>[] = []
  const close = async () => {
    for (const thread of threads) await thread.close()
  }
  try {
    const text = model.text && (await openText(model, threads))
    const image = model.image && (await openImage(model, threads))
    const isShared = model.isShared && text?.dimension === image?.dimension
    return { text, image, imageText: isShared ? text : undefined, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openText({ text, space }: ModelFolder, threads: EncoderThread<never>[]): Promise<TextEmbedder> {
  const { prefix, ...settings } = text!
  const thread = new EncoderThread<string>({
    module: new URL('../onnx/text-encoder.ts', import.meta.url).href,
    settings,
  })
  threads.push(thread as EncoderThread<never>)
  const dimension = await thread.ready
  return {
    space,
    dimension,
    embed: (texts, kind, signal) =>
      thread.encode(
        texts.map((one) => prefix[kind] + one),
        kind === 'query' ? 'urgent' : 'patient',
        signal,
      ),
  }
}

async function openImage({ image, space }: ModelFolder, threads: EncoderThread<never>[]): Promise<ImageEmbedder> {
  const module = new URL('../onnx/image-encoder.ts', import.meta.url).href
  const thread = new EncoderThread<Uint8Array>({ module, settings: image })
  threads.push(thread as EncoderThread<never>)
  const dimension = await thread.ready
  return {
    space,
    dimension,
    embed: (images, kind, signal) => thread.encode(images, kind === 'document' ? 'patient' : 'urgent', signal),
  }
}
