// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'

async function open(address: string) {
  vi.resetModules()
  history.replaceState(null, '', address)
  return import('./target.ts')
}

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('the shop of the page', () => {
  it('is the demo unless the URL has a shop and a key', async () => {
    for (const address of ['/demo/', '/demo/?shop=a.myshopify.com', '/demo/?key=k']) {
      const { target, shopName } = await open(address)
      expect([target.shop, target.isDemo, shopName()]).toEqual(['demo-shop.myshopify.com', true, 'Vitrine Living'])
    }
  })

  it('is kept for the tab, and its key is removed from the URL', async () => {
    const first = await open('/demo/?shop=baby-heaven.myshopify.com&key=vsk_1&q=mug')
    expect(first.target).toEqual({ shop: 'baby-heaven.myshopify.com', apiKey: 'vsk_1', isDemo: false })
    expect([location.search, first.shopName()]).toEqual(['?q=mug', 'Baby heaven'])
    const next = await open('/demo/')
    expect(next.target).toEqual(first.target)
    await open('/demo/?shop=demo-shop.myshopify.com&key=vsk_2')
    expect([location.search, (await open('/demo/')).target.isDemo]).toEqual(['', true])
  })

  it('is the demo if storage is corrupt, and the shop of the URL if storage is forbidden', async () => {
    sessionStorage.setItem('vitrine-demo-target', '{')
    expect((await open('/demo/')).target.isDemo).toBe(true)
    vi.stubGlobal('sessionStorage', undefined)
    expect((await open('/demo/?shop=a.myshopify.com&key=k')).target.shop).toBe('a.myshopify.com')
  })
})
