import type { ShopConfigInput } from '@vitrine/client/admin'

export type Experience = NonNullable<ShopConfigInput['experiences']>[number]
type Variant = Experience['variants'][number]

/** Differences of the second variant; everything else can be written as configuration. */
export const TREATMENTS = {
  personal: { search: { personalization_enabled: false } },
  popular: { search: { ranking: { popularity: 2 } } },
  soldOut: { search: { move_out_of_stock_at_end: false } },
  newest: { search: { default_ordering: 'newest' } },
} satisfies Record<string, Partial<Variant>>

export type Treatment = keyof typeof TREATMENTS

export function newExperience(experiences: readonly Experience[], treatment: Treatment): Experience {
  const numbers = experiences.map(({ id }) => Number(id)).filter(Number.isFinite)
  return {
    id: Math.max(0, ...numbers) + 1,
    name: '',
    status: 'active',
    variants: [
      { key: 'control', weight: 1 },
      { key: treatment, weight: 1, ...TREATMENTS[treatment] },
    ],
  }
}
