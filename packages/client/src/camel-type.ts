export type CamelName<Name extends string> = Name extends `${infer Head}_${infer Letter}${infer Tail}`
  ? Letter extends Lowercase<Letter>
    ? Letter extends Uppercase<Letter>
      ? `${Head}_${CamelName<`${Letter}${Tail}`>}`
      : `${Head}${Uppercase<Letter>}${CamelName<Tail>}`
    : `${Head}_${CamelName<`${Letter}${Tail}`>}`
  : Name

type Opaque =
  | 'metafields'
  | 'extra'
  | 'translations'
  | 'settings'
  | 'site_wide_search'
  | 'personalization_config'
  | 'discount_config'
  | 'image_analysis'
  | 'cart'
  | 'custom_data'
  | 'location'

type Keyed = 'aggregations' | 'data' | 'facets'

export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? string extends keyof T
      ? { [Name in keyof T]: Camel<T[Name]> }
      : { [Name in keyof T as Name extends string ? CamelName<Name> : Name]: CamelField<T, Name> | Absent<T, Name> }
    : T

/** Optional fields also accept undefined, for callers with `exactOptionalPropertyTypes`. */
type Absent<T, Name extends keyof T> = T extends Required<Pick<T, Name>> ? never : undefined

type CamelField<T, Name extends keyof T> = Name extends Opaque
  ? T[Name]
  : Name extends 'tags'
    ? Tags<T[Name]>
    : Name extends Keyed
      ? CamelValues<T[Name]>
      : Camel<T[Name]>

/** Recommendations return tags as one text with commas; in code they are a list. */
type Tags<T> = T extends string ? string[] : T

type CamelValues<T> = T extends readonly unknown[]
  ? Camel<T>
  : T extends object
    ? { [Name in keyof T]: Camel<T[Name]> }
    : T
