/** Previews of search and sections: live results beside those of a draft. */
import type { Move, RuleTouch, SearchProduct, ServedContent } from '@vitrine/contract'

export interface PreviewAs {
  visitor_id?: string | null
  customer_id?: string | null
  market?: string | number | null
  locale?: string | null
  device?: 'desktop' | 'mobile' | 'tablet' | null
  at?: string | null
  /** `exp_<id>=<variant>` */
  variant?: string | null
}

export interface PreviewSearch {
  query: string
  collection?: string | number
  explain?: boolean
  pagination?: { page?: number; limit?: number }
  patch?: object
  as?: PreviewAs
}

export interface Explanation {
  score: number
  match: string | null
  matched_fields: string[]
  matched_words: { word: string; found: string; kind: string; typos: number; fields: string[] }[]
  text_score: number | null
  vector_score: number | null
  popularity_score: number | null
  /** Score from clicks of shoppers with the same query. */
  click_score: number | null
  learned: Record<string, number> | null
  personal_score: number | null
  rule: string | number | null
  in_stock: boolean
}

export type FoundProduct = SearchProduct & { explanation?: Explanation }

export interface SearchSide {
  products: FoundProduct[]
  pagination: { total: number }
  search_metadata: {
    corrected_query: string | null
    relaxed: boolean
    extended_by_meaning: number
    redirect: string | null
    understood: { label?: string; text?: string }[]
    /** Banners and other content of rules, by slot. */
    content: ServedContent[]
  }
}

export interface SearchPreview {
  live: SearchSide
  draft: SearchSide
  moves: Move[]
  rules: { live: RuleTouch[]; draft: RuleTouch[] }
}

export interface ServedSectionView {
  id: number
  title: string
  type: string
  position: number
  products: {
    product_id: number
    title: string
    image: { url: string | null }
    explanation?: { step: string; reason: string }
  }[]
}

export interface SectionsPreview {
  live: { sections: ServedSectionView[] }
  draft: { sections: ServedSectionView[] }
  moves: Move[]
}
