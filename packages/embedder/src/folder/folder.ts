import type { Embedder, ImageEmbedder, TextEmbedder } from '../embedder.ts'
import { EncoderThread } from '../onnx/encoder-thread.ts'
import { TextThreads } from '../onnx/text-threads.ts'
import { type ModelFolder, readModelFolder } from './read-model-folder.ts'

interface Closeable {
  close(): Promise<void>
}

/** Opens the operator's ONNX model. Rejects if the folder cannot be read or the model does not load. */
export async function folderEmbedder(folder: string): Promise<Embedder> {
  const model = await readModelFolder(folder)
  const open: Closeable[] = []
  const close = async () => {
    for (const one of open) await one.close()
  }
  try {
    const text = model.text && (await openText(model, open))
    const image = model.image && (await openImage(model, open))
    const isShared = model.isShared && text?.dimension === image?.dimension
    return { text, image, imageText: isShared ? text : undefined, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openText({ text, space }: ModelFolder, open: Closeable[]): Promise<TextEmbedder> {
  const { prefix, ...settings } = text!
  const threads = new TextThreads({ module: new URL('../onnx/text-encoder.ts', import.meta.url).href, settings })
  open.push(threads)
  const dimension = await threads.ready
  return {
    space,
    dimension,
    embed: (texts, kind, signal) =>
      threads.encode(
        texts.map((one) => prefix[kind] + one),
        kind,
        signal,
      ),
  }
}

async function openImage({ image, space }: ModelFolder, open: Closeable[]): Promise<ImageEmbedder> {
  const module = new URL('../onnx/image-encoder.ts', import.meta.url).href
  const thread = new EncoderThread<Uint8Array>({ module, settings: image, priority: 'low' })
  open.push(thread)
  const dimension = await thread.ready
  return {
    space,
    dimension,
    embed: (images, kind, signal) => thread.encode(images, kind === 'document' ? 'patient' : 'urgent', signal),
  }
}
