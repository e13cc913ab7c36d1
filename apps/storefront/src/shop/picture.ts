import { createStore } from './store.ts'

/** The picture that the shopper searches with. It is kept in memory, not in the address. */
export const searchPicture = createStore<{ file: Blob; url: string } | null>(null)
