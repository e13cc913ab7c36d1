/** English is in the bundle; other languages are loaded when the user chooses them. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { en } from './en.ts'

export type WordKey = keyof typeof en
export type Language = 'en' | 'de'
type Messages = Record<WordKey, string>
type Values = Record<string, string | number>

/** Keys that have a singular and a plural form. */
type CountedKey = { [K in WordKey]: K extends `${infer Stem}.one` ? Stem : never }[WordKey]

export interface Words {
  language: Language
  setLanguage(language: Language): void
  t(key: WordKey, values?: Values): string
  /** Returns the singular or plural of the message; `{n}` is replaced by the count. */
  count(key: CountedKey, n: number, values?: Values): string
}

const LANGUAGES: Record<Language, () => Promise<Messages>> = {
  en: async () => en,
  de: async () => (await import('./de.ts')).de,
}

const STORED = 'vitrine-language'
const Context = createContext<Words | null>(null)

export function WordsProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(preferredLanguage)
  const [messages, setMessages] = useState<Messages | null>(language === 'en' ? en : null)
  useEffect(() => {
    let current = true
    void LANGUAGES[language]().then((loaded) => {
      if (!current) return
      document.documentElement.lang = language
      setMessages(loaded)
    })
    return () => {
      current = false
    }
  }, [language])
  const words = useMemo<Words | null>(() => {
    if (messages === null) return null
    const t = (key: WordKey, values?: Values) => fill(messages[key], values)
    const plural = new Intl.PluralRules(language)
    return {
      language,
      setLanguage(next) {
        localStorage.setItem(STORED, next)
        setLanguage(next)
      },
      t,
      count(key, n, values) {
        const form = plural.select(n) === 'one' ? 'one' : 'many'
        return t(`${key}.${form}` as WordKey, { n: n.toLocaleString(language), ...values })
      },
    }
  }, [messages, language])
  return words && <Context value={words}>{children}</Context>
}

export function useWords(): Words {
  const words = useContext(Context)
  if (words === null) throw new Error('useWords needs a WordsProvider')
  return words
}

function fill(text: string, values: Values = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

function preferredLanguage(): Language {
  const stored = localStorage.getItem(STORED)
  if (stored === 'en' || stored === 'de') return stored
  return navigator.language.startsWith('de') ? 'de' : 'en'
}
