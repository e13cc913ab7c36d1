import { type Embedder, type TextEmbedder, understandsLanguage } from '@vitrine/embedder'
import type { ShopConfig } from '@vitrine/contract'

export function textModels(embedders: readonly Embedder[]): TextEmbedder[] {
  return embedders.flatMap(({ text, multilingual }) => [text, multilingual]).filter((model) => model !== undefined)
}

/** A model must understand the languages of catalog and query; otherwise its vectors are noise. */
export class LanguageRouter {
  readonly #models: readonly TextEmbedder[]
  /**
   * Keyed by space and language: true if the model declares the language, or if a test showed that it understands it.
   */
  readonly #known = new Map<string, Promise<boolean>>()

  constructor(embedders: readonly Embedder[]) {
    this.#models = textModels(embedders)
  }

  /** Returns the first model for each language, and the one with most languages. */
  async modelsOf(config: ShopConfig): Promise<TextEmbedder[]> {
    const { primary_locale: primary } = config.shop
    const locales = [primary, ...config.markets.flatMap(({ locales = [] }) => locales)]
    const chosen = new Set<TextEmbedder>()
    for (const locale of new Set(locales.map(languageOf))) {
      const model = await this.modelFor(primary, locale)
      if (model !== undefined) chosen.add(model)
    }
    const broadest = await this.broadestFor(primary, primary)
    if (broadest !== undefined) chosen.add(broadest)
    return this.#models.filter((model) => chosen.has(model))
  }

  /** Returns the first suitable model with one of these spaces that understands catalog and query. */
  modelFor(catalogLocale: string, queryLocale: string, spaces?: readonly string[]): Promise<TextEmbedder | undefined> {
    return this.#firstOf(this.#models, [catalogLocale, queryLocale], spaces)
  }

  /** Prefers the model that declares most languages, for a query that may be in any language. */
  broadestFor(
    catalogLocale: string,
    queryLocale: string,
    spaces?: readonly string[],
  ): Promise<TextEmbedder | undefined> {
    const byBreadth = this.#models.toSorted((a, b) => (b.languages?.length ?? 0) - (a.languages?.length ?? 0))
    return this.#firstOf(byBreadth, [catalogLocale, queryLocale], spaces)
  }

  async #firstOf(
    models: readonly TextEmbedder[],
    [catalogLocale, queryLocale]: [string, string],
    spaces: readonly string[] | undefined,
  ): Promise<TextEmbedder | undefined> {
    for (const model of models) {
      if (spaces !== undefined && !spaces.includes(model.space)) continue
      if ((await this.#understands(model, catalogLocale)) && (await this.#understands(model, queryLocale))) return model
    }
    return undefined
  }

  #understands(model: TextEmbedder, locale: string): Promise<boolean> {
    const key = `${model.space} ${languageOf(locale)}`
    const known = this.#known.get(key) ?? understandsLanguage(model, languageOf(locale))
    this.#known.set(key, known)
    known.catch(() => this.#known.delete(key))
    return known.catch(() => false)
  }
}

function languageOf(locale: string): string {
  return locale.toLowerCase().split(/[-_]/)[0]!
}
