/** If on, the demo shows its API calls and explains ranks. */
import { createStoredStore } from './store.ts'

export const developerView = createStoredStore('vitrine-demo-developer', { isOn: false })
