/** The developer view explains ranks and shows API calls. It is off by default. */
import { createStoredStore } from './store.ts'

export const developerView = createStoredStore('vitrine-demo-developer', { isOn: false })
