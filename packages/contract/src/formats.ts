/** String formats the schemas name. Kept by hand: three patterns do not need a package. */
export const formats: Record<string, (text: string) => boolean> = {
  uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  'date-time': isIsoDateTime,
  uri: (text) => URL.canParse(text),
}

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/

/** ISO 8601: a date, or a date and time with or without an offset; a day that exists. */
export function isIsoDateTime(text: string): boolean {
  if (!ISO_DATE_TIME.test(text) || Number.isNaN(Date.parse(text))) return false
  const day = Number(text.slice(8, 10))
  return day === new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, day)).getUTCDate()
}
