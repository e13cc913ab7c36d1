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
  /** Key of the screen's icon and title. */
  name: ScreenName
  group: (typeof GROUPS)[number]
  /** The place of a query in the screen's URL: the next path segment, or `?q=`. */
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

const RELOADED = 'vitrine-reloaded-at'
/** An error this soon after a reload is thrown, so that the page does not reload forever. */
const ONCE_WITHIN_MS = 30_000

export function lazyScreen(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load().catch(reloaded) }))
}

/** Reloads the page, because a new version on the server has other chunks. */
async function reloaded(error: unknown): Promise<never> {
  await probe()
  await whenConnected()
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < ONCE_WITHIN_MS) throw error
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
  return new Promise(() => {})
}
