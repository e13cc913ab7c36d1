import { createStore } from './store.ts'

/** The picture to search with. It does not fit into a URL, so it is only in memory. */
export const searchPicture = createStore<{ file: Blob; url: string } | null>(null)
