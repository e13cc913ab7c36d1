import { MARKETS, marketOf, shopperMarket } from '../shop/market.ts'

/** One list of market and language: fewer clicks than two, and no pair that does not exist. */
export function MarketSwitch() {
  const { handle, locale } = shopperMarket.use()
  const choose = (value: string) => {
    const [nextHandle = 'us', nextLocale = 'en'] = value.split(' ')
    shopperMarket.set({ handle: nextHandle, locale: nextLocale })
  }
  return (
    <label className="market">
      <span className="sr-only">Market, currency and language</span>
      <select value={`${handle} ${locale}`} onChange={(event) => choose(event.target.value)}>
        {MARKETS.flatMap((market) =>
          market.locales.map((language) => (
            <option key={market.handle + language} value={`${market.handle} ${language}`}>
              {market.handle.toUpperCase()} · {marketOf(market.handle).currency} · {language.toUpperCase()}
            </option>
          )),
        )}
      </select>
    </label>
  )
}
