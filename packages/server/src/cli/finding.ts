/** Result of a check and, if something is wrong, what to do about it. */
export interface Finding {
  state: 'good' | 'warn' | 'bad'
  text: string
  advice?: string
}
