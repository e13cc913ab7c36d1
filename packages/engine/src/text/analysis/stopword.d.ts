/** The package has no types of its own. */
declare module 'stopword' {
  export const dan: string[]
  export const deu: string[]
  export const eng: string[]
  export const fin: string[]
  export const fra: string[]
  export const ita: string[]
  export const jpn: string[]
  export const kor: string[]
  export const nld: string[]
  export const nob: string[]
  export const por: string[]
  export const spa: string[]
  export const swe: string[]
  export const tha: string[]
  export const zho: string[]
}
