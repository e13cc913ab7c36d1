import { createHash } from 'node:crypto'
import type { AssignedExperience, ExperienceConfig, ShopConfig } from '@vitrine/contract'

type Variant = ExperienceConfig['variants'][number]

export interface Assignment {
  experience: ExperienceConfig
  variant: Variant
}

/** `qs` (`exp_<id>=<variant>`) forces a variant, even of a paused experience. */
export function assignExperiences(config: ShopConfig, visitor: string, qs: string | null | undefined): Assignment[] {
  const forced = new URLSearchParams(qs ?? '')
  return config.experiences.flatMap((experience) => {
    const wanted = forced.get(`exp_${experience.id}`)
    const named = experience.variants.find(({ key }) => key === wanted)
    if (named) return { experience, variant: named }
    if ((experience.status ?? 'active') !== 'active') return []
    const variant = assignVariant(experience, visitor)
    return variant ? { experience, variant } : []
  })
}

/** Weighted rendezvous hashing by −ln(u)/weight: if a variant loses weight, only its visitors move. */
function assignVariant({ id, variants }: ExperienceConfig, visitor: string): Variant | undefined {
  let best: Variant | undefined
  let least = Number.POSITIVE_INFINITY
  for (const variant of variants) {
    if (variant.weight <= 0) continue
    const draw = -Math.log(uniform(`${id}\n${variant.key}\n${visitor}`)) / variant.weight
    if (draw < least) {
      least = draw
      best = variant
    }
  }
  return best
}

export function presentExperience({ experience, variant }: Assignment): AssignedExperience {
  return { id: experience.id, name: experience.name, variant: variant.key, qs: `exp_${experience.id}=${variant.key}` }
}

/** Hashes a text to a number in (0, 1]. */
function uniform(text: string): number {
  return (createHash('sha256').update(text).digest().readUInt32BE(0) + 1) / 2 ** 32
}
