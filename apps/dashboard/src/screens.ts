/** The screens, in the order of the navigation. */
import { type ComponentType, lazy } from 'react'
import { probe, whenConnected } from './api/connection.ts'

export const GROUPS = ['overview', 'merchandising', 'growth', 'data'] as const

export type ScreenName =
  | 'today'
  | 'searches'
  | 'workbench'
  | 'collections'
  | 'rules'
  | 'synonyms'
  | 'facets'
  | 'sections'
  | 'experiments'
  | 'attribution'
  | 'catalog'
  | 'pictures'
  | 'events'
  | 'settings'

export interface Screen {
  /** First segment of the address; empty for the start screen. */
  path: string
  /** Also names its icon and its title. */
  name: ScreenName
  group: (typeof GROUPS)[number]
  /** How the address passes a query to the screen: as the next path segment or as `?q=`. */
  forQuery?: 'path' | 'parameter'
  /** True if the screen has nothing to show in a shop without products. */
  needsProducts?: true
  Component: ComponentType
}

export const SCREENS: readonly Screen[] = [
  {
    path: '',
    name: 'today',
    group: 'overview',
    Component: lazyScreen(async () => (await import('./screens/today/today.tsx')).Today),
  },
  {
    path: 'searches',
    name: 'searches',
    needsProducts: true,
    group: 'overview',
    forQuery: 'path',
    Component: lazyScreen(async () => (await import('./screens/searches/searches.tsx')).Searches),
  },
  {
    path: 'workbench',
    name: 'workbench',
    needsProducts: true,
    group: 'merchandising',
    forQuery: 'parameter',
    Component: lazyScreen(async () => (await import('./screens/workbench/workbench.tsx')).Workbench),
  },
  {
    path: 'collections',
    name: 'collections',
    group: 'merchandising',
    Component: lazyScreen(async () => (await import('./screens/collections/collections.tsx')).Collections),
  },
  {
    path: 'rules',
    name: 'rules',
    group: 'merchandising',
    Component: lazyScreen(async () => (await import('./screens/rules/rules.tsx')).Rules),
  },
  {
    path: 'synonyms',
    name: 'synonyms',
    group: 'merchandising',
    Component: lazyScreen(async () => (await import('./screens/synonyms/synonyms.tsx')).Synonyms),
  },
  {
    path: 'facets',
    name: 'facets',
    needsProducts: true,
    group: 'merchandising',
    Component: lazyScreen(async () => (await import('./screens/facets/facets.tsx')).Facets),
  },
  {
    path: 'sections',
    name: 'sections',
    needsProducts: true,
    group: 'merchandising',
    Component: lazyScreen(async () => (await import('./screens/sections/sections.tsx')).Sections),
  },
  {
    path: 'experiments',
    name: 'experiments',
    needsProducts: true,
    group: 'growth',
    Component: lazyScreen(async () => (await import('./screens/experiments/experiments.tsx')).Experiments),
  },
  {
    path: 'attribution',
    name: 'attribution',
    needsProducts: true,
    group: 'growth',
    Component: lazyScreen(async () => (await import('./screens/attribution/attribution.tsx')).Attribution),
  },
  {
    path: 'catalog',
    name: 'catalog',
    group: 'data',
    Component: lazyScreen(async () => (await import('./screens/catalog/catalog.tsx')).Catalog),
  },
  {
    path: 'pictures',
    name: 'pictures',
    needsProducts: true,
    group: 'data',
    Component: lazyScreen(async () => (await import('./screens/pictures/pictures.tsx')).Pictures),
  },
  {
    path: 'events',
    name: 'events',
    group: 'data',
    Component: lazyScreen(async () => (await import('./screens/events/events.tsx')).Events),
  },
  {
    path: 'settings',
    name: 'settings',
    group: 'data',
    Component: lazyScreen(async () => (await import('./screens/settings/settings.tsx')).Settings),
  },
]

/** After a deployment, the chunks of an open page no longer exist on the server, so the page is reloaded, which loses nothing. */

const RELOADED = 'vitrine-reloaded-at'
/** If loading fails again this soon after a reload, a new deployment is not the cause, and the error is thrown. */
const ONCE_WITHIN_MS = 30_000

export function lazyScreen(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load().catch(reloaded) }))
}

async function reloaded(error: unknown): Promise<never> {
  await probe()
  await whenConnected()
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < ONCE_WITHIN_MS) throw error
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
  return new Promise(() => {})
}
