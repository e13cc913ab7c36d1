import type { Embedder } from './embedder.ts'
import { folderEmbedder } from './folder/folder.ts'
import { httpEmbedder } from './http/http.ts'
import { localEmbedder, type VisualModel } from './local/local.ts'

export interface EmbedderPlace {
  visual?: VisualModel
}

/** Opens the models that `setting` names: `local`, `none`, `folder:PATH` or an `http(s)://` URL. */
export async function openEmbedder(setting: string, { visual }: EmbedderPlace = {}): Promise<Embedder> {
  if (setting === 'none') return noEmbedder
  if (setting === 'local') return localEmbedder({ visual })
  if (setting.startsWith('folder:')) return folderEmbedder(setting.slice('folder:'.length))
  return httpEmbedder(setting)
}

/** Removes the key in a URL, so that the setting may be stored and logged. */
export function withoutSecret(setting: string): string {
  if (!/^https?:/.test(setting)) return setting
  const url = new URL(setting)
  url.username = url.password = ''
  return url.href
}

/** No models: search, similar products and image search use words, attributes and colors. */
export const noEmbedder: Embedder = { close: async () => {} }
