import { target } from '../shop/target.ts'
import { loadWords, useWords } from '../shop/words.ts'
import { MARKETS, marketOf, shopperMarket } from '../shop/market.ts'

/** One list of markets with their languages, so that only valid pairs can be chosen. */
export function MarketSwitch() {
  const words = useWords()
  const { handle, locale } = shopperMarket.use()
  const choose = async (value: string) => {
    const [nextHandle = 'us', nextLocale = 'en'] = value.split(' ')
    await loadWords(nextLocale)
    shopperMarket.set({ handle: nextHandle, locale: nextLocale })
  }
  if (!target.isDemo) return null
  return (
    <label className="market">
      <span className="sr-only">{words.market}</span>
      <select value={`${handle} ${locale}`} onChange={(event) => void choose(event.target.value)}>
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
