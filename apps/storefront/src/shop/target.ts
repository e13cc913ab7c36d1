/** The shop to show: the demo, or the shop in the URL (`/demo/?shop=my-shop.myshopify.com&key=vsk_…`). */
export interface Target {
  shop: string
  apiKey: string
  isDemo: boolean
}

const KEPT_AS = 'vitrine-demo-target'

/** Storefront keys are public. */
const DEMO: Target = { shop: 'demo-shop.myshopify.com', apiKey: `vsk_demo${'0'.repeat(28)}`, isDemo: true }

export const target = readTarget()

function readTarget(): Target {
  const asked = new URLSearchParams(location.search)
  const [shop, apiKey] = [asked.get('shop'), asked.get('key')]
  if (!shop || !apiKey) return keptTarget()
  const named = { shop, apiKey, isDemo: shop === DEMO.shop }
  keep(named)
  // The key must not be in a URL that may be shared.
  asked.delete('shop')
  asked.delete('key')
  history.replaceState(null, '', `${location.pathname}${asked.size > 0 ? `?${asked}` : ''}`)
  return named
}

function keptTarget(): Target {
  try {
    return { ...DEMO, ...JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '{}') }
  } catch {
    return DEMO
  }
}

function keep(named: Target): void {
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify(named))
  } catch {
    // Without storage, the choice lasts until the page is reloaded.
  }
}

/** `baby-heaven.myshopify.com` → `Baby heaven`. */
export function shopName(): string {
  if (target.isDemo) return 'Vitrine Living'
  const text = target.shop.split('.')[0]!.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
