export interface Analyzer {
  readonly locale: string
}
