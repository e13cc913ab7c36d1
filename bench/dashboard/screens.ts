/** The requests of each screen, as the dashboard sends them. */
export interface ScreenRequest {
  method?: 'GET' | 'POST'
  path: string
  body?: object
}

const report = (name: string, more = '') => ({ path: `/analytics/${name}?limit=200${more}` })
/** The longest period of the dashboard. */
const YEAR = `&from=${new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10)}`
const preview = { method: 'POST' as const, path: '/preview/search', body: { query: 'steel', explain: true } }

export const SCREENS: readonly { screen: string; requests: readonly ScreenRequest[] }[] = [
  {
    screen: 'Today',
    requests: [
      { path: '/config' },
      report('overview', '&compare=previous'),
      report('overview', '&by=day'),
      report('overview', `&by=day${YEAR}`),
      report('overview', '&device=mobile'),
      report('overview', '&market=eu'),
      report('overview', `&market=eu${YEAR}`),
      report('funnel'),
      report('funnel', YEAR),
      report('funnel', `&market=eu${YEAR}`),
      report('products'),
      report('products', YEAR),
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
      report('top-queries', YEAR),
      report('top-queries', '&device=mobile&market=eu'),
      report('queries-without-results'),
      report('queries-without-results', YEAR),
      report('queries-without-clicks'),
      report('trending-queries'),
      report('trending-queries', YEAR),
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
  { screen: 'Facets', requests: [{ path: '/config?effective=true' }, report('filters')] },
  { screen: 'Rules', requests: [report('rules'), report('rules', YEAR)] },
  { screen: 'Experiments', requests: [report('experiments'), report('experiments', YEAR)] },
  {
    screen: 'Attribution',
    requests: [report('surfaces'), report('orders'), report('orders', YEAR)],
  },
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
