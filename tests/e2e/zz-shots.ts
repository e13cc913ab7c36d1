import { mkdirSync } from 'node:fs'
import sharp from 'sharp'
import { launchBrowser } from './browser.ts'
import { newShopper } from './shopper.ts'
import { newMerchant, whenLoaded } from './merchant.ts'
const url = process.env.VITRINE_URL!
const out = process.argv[2]!
const only = process.argv[3]
const STORE = [['home', '/demo/'], ['search-sofa', '/demo/search?q=sofa'], ['collection', '/demo/collections/sofas'], ['nothing-found', '/demo/search?q=helicopter'], ['product', ''], ['cart', '/demo/cart']] as const
const DASH: [string, string][] = [['today', '/'], ['searches', '/searches'], ['search-health', '/searches?tab=health'], ['query', '/searches/sofa'], ['workbench', '/workbench?q=candle'], ['collections', '/collections'], ['collection', '/collections/sofas'], ['rules', '/rules'], ['synonyms', '/synonyms'], ['facets', '/facets'], ['sections', '/sections'], ['experiments', '/experiments'], ['attribution', '/attribution'], ['catalog', '/catalog'], ['quality', '/catalog?tab=quality'], ['image-search', '/pictures'], ['events', '/events'], ['settings', '/settings'], ['history', '/settings?tab=history']]
const SIZES: [number, number][] = [[1440, 1000], [768, 1024], [375, 812]]
const READY = '[...document.images].every((i) => i.complete || i.getBoundingClientRect().top > innerHeight)'
mkdirSync(out, { recursive: true })
const browser = await launchBrowser()
async function shot(page: any, name: string, width: number) {
  for (let i = 0; i < 40 && !(await page.evaluate(READY)); i++) await page.waitForTimeout(250)
  await page.waitForTimeout(500)
  const tall = Math.min(width === 375 ? 2400 : 2000, await page.evaluate('document.documentElement.scrollHeight'))
  const png = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height: Math.max(tall, 600) } }).catch(() => page.screenshot())
  await sharp(png).png({ palette: true, colours: 128 }).toFile(`${out}/${name}.png`)
}
for (const scheme of ['light', 'dark'] as const)
  for (const [width, height] of SIZES) {
    if (!only || only === 'store') {
    const s = await newShopper(browser, width, height)
    await s.page.emulateMedia({ colorScheme: scheme })
    for (const [name, path] of STORE) {
      try {
        if (name === 'product') {
          await s.page.goto(`${url}/demo/search?q=sofa`)
          await s.page.locator('.grid .card:not(.skeleton) a').first().click()
          await s.page.waitForURL(/products/)
          await s.page.waitForTimeout(1500)
          await shot(s.page, `store-${name}-${width}-${scheme}`, width)
          await s.page.getByRole('button', { name: /add to (cart|bag|basket)/i }).first().click()
          await s.page.waitForTimeout(1200)
          await sharp(await s.page.screenshot()).png({ palette: true, colours: 128 }).toFile(`${out}/store-cart-drawer-${width}-${scheme}.png`)
        } else {
          await s.page.goto(url + path)
          await s.page.waitForTimeout(1500)
          await shot(s.page, `store-${name}-${width}-${scheme}`, width)
        }
      } catch (e) { console.log(name, width, scheme, String(e).slice(0, 200)) }
    }
    try {
      await s.page.goto(`${url}/demo/`)
      await s.page.getByRole('combobox').first().fill('lin')
      await s.page.waitForTimeout(1500)
      await sharp(await s.page.screenshot()).png({ palette: true, colours: 128 }).toFile(`${out}/store-type-ahead-${width}-${scheme}.png`)
    } catch (e) { console.log('typeahead', width, String(e).slice(0, 200)) }
    if (s.complaints.length) console.log(s.complaints)
    await s.close()
    }
    if (!only || only === 'dash') {
    const m = await newMerchant(browser, url, width, height)
    await m.page.emulateMedia({ colorScheme: scheme })
    for (const [name, path] of DASH) {
      try {
        await m.page.goto(`${url}/dashboard${path}`)
        await m.page.locator('main h1').first().waitFor({ timeout: 15000 })
        await whenLoaded(m.page)
        await shot(m.page, `dashboard-${name}-${width}-${scheme}`, width)
      } catch (e) { console.log(name, width, scheme, String(e).slice(0, 200)) }
    }
    if (m.complaints.length) console.log(m.complaints)
    await m.close()
    }
    console.log(scheme, width, new Date().toISOString())
  }
await browser.close()
