/** The requests of each screen, as the dashboard sends them. */
export interface ScreenRequest {
  method?: 'GET' | 'POST'
  path: string
  body?: object
}

const report = (name: string, more = '') => ({ path: `/analytics/${name}?limit=200${more}` })
const preview = { method: 'POST' as const, path: '/preview/search', body: { query: 'steel', explain: true } }

export const SCREENS: readonly { screen: string; requests: readonly ScreenRequest[] }[] = [
  {
    screen: 'Today',
    requests: [
      { path: '/config' },
      report('overview', '&compare=previous'),
      report('overview', '&by=day'),
      report('surfaces'),
      { path: '/suggestions' },
      { path: '/alerts' },
      { path: '/config/versions?limit=5' },
    ],
  },
  {
    screen: 'Searches',
    requests: [
      report('top-queries'),
      report('queries-without-results'),
      report('queries-without-clicks'),
      report('trending-queries'),
      report('query-detail', '&key=query-7'),
    ],
  },
  {
    screen: 'Workbench',
    requests: [preview, { method: 'POST', path: '/explain', body: { query: 'steel', product_id: 7 } }],
  },
  {
    screen: 'Sections',
    requests: [{ method: 'POST', path: '/preview/sections', body: { page_type: 'home', explain: true } }],
  },
  { screen: 'Facets', requests: [report('filters')] },
  { screen: 'Rules', requests: [report('steps')] },
  { screen: 'Experiments', requests: [report('experiments')] },
  { screen: 'Attribution', requests: [report('surfaces'), report('orders'), report('funnel')] },
  {
    screen: 'Catalog',
    requests: [
      { path: '/products?limit=50' },
      { path: '/products?query=steel&limit=50' },
      { path: '/quality' },
      { path: '/imports' },
    ],
  },
  { screen: 'Events', requests: [{ path: '/events/debug?limit=100' }, report('ingestion')] },
  {
    screen: 'Settings',
    requests: [{ path: '/config/versions?limit=50' }, { path: '/audit' }, { path: '/keys' }, { path: '/drafts' }],
  },
]
