import type { ShopConfigInput } from '@vitrine/client/admin'
import type { Patch } from '../../draft/patch.ts'

export type Experience = NonNullable<ShopConfigInput['experiences']>[number]
export type Variant = Experience['variants'][number]

/** Predefined settings for the second variant of an experiment. */
export const TREATMENTS = {
  personal: { search: { personalization_enabled: false } },
  popular: { search: { ranking: { popularity: 2 } } },
  soldOut: { search: { move_out_of_stock_at_end: false } },
  newest: { search: { default_ordering: 'newest' } },
} satisfies Record<string, Partial<Variant>>

export type Treatment = keyof typeof TREATMENTS

/** True if the draft changes only search and sections. Other settings cannot differ between visitors. */
export function isTestable(patch: Patch): boolean {
  const parts = Object.keys(patch)
  return parts.length > 0 && parts.every((part) => patch[part] !== null && (part === 'search' || part === 'sections'))
}

/** Makes the draft the second variant. The first variant is the live shop. */
export function draftVariant(patch: Patch, baseVersion: number | undefined): Variant {
  const draft = baseVersion === undefined ? patch : { ...patch, base_version: baseVersion }
  return { key: 'draft', weight: 1, patch: draft as NonNullable<Variant['patch']> }
}

export function newExperience(experiences: readonly Experience[], variant: Variant): Experience {
  const numbers = experiences.map(({ id }) => Number(id)).filter(Number.isFinite)
  return {
    id: Math.max(0, ...numbers) + 1,
    name: '',
    status: 'active',
    variants: [{ key: 'control', weight: 1 }, variant],
  }
}

/** Returns the patch that applies the variant to the whole shop; undefined if it only has recommendation models. */
export function winnerPatch({ search, patch }: Variant): Patch | undefined {
  const { base_version: _, ...draft } = patch ?? { search }
  return patch || search ? (draft as Patch) : undefined
}

/** Used for variants with recommendation models, because only an experiment can set models. */
export function givenToAll(experience: Experience, winner: Variant): Experience {
  const variants = experience.variants.map((one) => ({ ...one, weight: one.key === winner.key ? 1 : 0 }))
  return { ...experience, variants }
}

export function withExperience(experiences: readonly Experience[], changed: Experience): Experience[] {
  const has = experiences.some(({ id }) => id === changed.id)
  return has ? experiences.map((one) => (one.id === changed.id ? changed : one)) : [...experiences, changed]
}
