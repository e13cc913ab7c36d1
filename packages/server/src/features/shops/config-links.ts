/** Themes put URLs of the configuration into links, so a URL must never be a script. */
import type { ShopConfig } from '@vitrine/contract'

type Path = (string | number)[]

/** A path of the shop is read as `https:`. */
const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const WEB_SCHEMES = new Set(['http:', 'https:'])

/** Reports every URL that a page must not link to. Lists may have holes. */
export function checkLinks(config: ShopConfig, report: (path: Path, type: string, words: string) => void): void {
  const check = (path: Path, url: string | null | undefined, schemes: ReadonlySet<string>) => {
    if (url && !schemes.has(schemeOf(url)))
      report(path, 'string.uriCustomScheme', `must be a path, or begin with ${[...schemes].join(', ')}`)
  }
  config.search.rules.forEach(({ redirect, content = [] }, index) => {
    const path = ['search', 'rules', index]
    check([...path, 'redirect'], redirect, WEB_SCHEMES)
    for (const [i, { url }] of content.entries()) check([...path, 'content', i, 'url'], url, LINK_SCHEMES)
  })
  for (const list of ['pages', 'articles'] as const)
    config[list].forEach((entry, index) => {
      check([list, index, 'url'], entry.url, WEB_SCHEMES)
    })
  const webhook = config.alerts?.webhook_url
  if (webhook && !(/^https?:\/\//i.test(webhook) && URL.canParse(webhook)))
    report(['alerts', 'webhook_url'], 'string.uriCustomScheme', 'must begin with http:// or https://')
}

/** Reads the scheme as browsers do, which ignore white space and control characters. */
function schemeOf(url: string): string {
  return URL.canParse(url, SHOP) ? new URL(url, SHOP).protocol : ''
}

const SHOP = 'https://shop.invalid'

/** Returns hosts other than the shop's. `//host` and `\\host` are not paths, because browsers go to the host. */
export function redirectHosts(config: { search?: { rules?: readonly { redirect?: string | null }[] } }): Set<string> {
  const addresses = (config.search?.rules ?? []).flatMap(({ redirect }) => redirect ?? [])
  // `https:host` is a path on a page with the same scheme, but a host on a page with another scheme.
  const hosts = addresses.flatMap((url) => [hostOf(url, SHOP), hostOf(url, SHOP.replace('https', 'http'))])
  return new Set(hosts.filter((host) => host !== '' && host !== hostOf('/', SHOP)))
}

function hostOf(url: string, page: string): string {
  return URL.canParse(url, page) ? new URL(url, page).host : ''
}
