/** ISO 4217 codes, including those withdrawn since 2010. Other currencies cannot be displayed or summed. */
import { Type } from './type.ts'

export const CURRENCIES: readonly string[] = `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK
  DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF
  KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK
  PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
  USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
  BYR CUC EEK HRK LTL LVL MRO SLL STD VEF ZMK ZWL`
  .trim()
  .split(/\s+/)

const known = new Set(CURRENCIES)

export function isCurrency(code: string): boolean {
  return known.has(code.toUpperCase())
}

export const CURRENCY_NAMES = { maxLength: 3, enum: CURRENCIES }
export const Currency = (options: Record<string, unknown> = {}) =>
  Type.String({ maxLength: 255, format: 'currency-code', ...options })
/** For storefronts: upper or lower case, or empty. */
export const AskedCurrency = (options: Record<string, unknown> = {}) =>
  Type.String({ maxLength: 10, format: 'currency', ...options })
