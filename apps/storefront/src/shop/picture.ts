import { createStore } from './store.ts'

/** The picture that the shopper searches with. It is kept in memory, because it does not fit into a URL. */
export const searchPicture = createStore<{ file: Blob; url: string } | null>(null)
