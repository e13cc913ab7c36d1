import { createStore } from './store.ts'

/** The picture the shopper searches with; it stays in the page, not in the address. */
export const searchPicture = createStore<{ file: Blob; url: string } | null>(null)
