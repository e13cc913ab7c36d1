/** The developer view: why a product stands where it stands, and what the API said. Shoppers see neither. */
import { createStoredStore } from './store.ts'

export const developerView = createStoredStore('vitrine-demo-developer', { isOn: false })
