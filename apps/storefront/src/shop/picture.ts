import { createStore } from './store.ts'

/** The picture that the shopper searches with; it is kept in the page, not in the address. */
export const searchPicture = createStore<{ file: Blob; url: string } | null>(null)
