import type { RequestOf, estimateExperimentRoute } from '@vitrine/contract'
import { validationItem } from '@vitrine/contract'
import { RequestRefused } from '../errors.ts'
import { ALPHA, POWER, visitorsNeeded } from './experiment-verdict.ts'
import { visitFigures } from './figures.ts'
import { readVisits } from './read-figures.ts'
import type { ReportCall } from './report-call.ts'

export async function estimateExperiment(call: ReportCall, asked: RequestOf<typeof estimateExperimentRoute>) {
  const { visits, conversion_rate: rate } = visitFigures(await readVisits(call))
  const perDay = asked.visitors_per_day ?? visits / (call.toDay - call.fromDay + 1)
  const baseline = asked.baseline ?? rate ?? 0
  if (baseline <= 0 || baseline >= 1)
    throw new RequestRefused([
      validationItem(
        ['baseline'],
        'any.required',
        'is required: the shop has no visits with orders yet to take it from',
      ),
    ])
  const variants = asked.variants ?? 2
  const needed = visitorsNeeded(baseline, asked.effect, variants)
  const share = (asked.share ?? 1) / variants
  return {
    visitors_per_variant: needed,
    days: perDay > 0 ? Math.ceil(needed / (perDay * share)) : null,
    baseline: Math.round(baseline * 1e6) / 1e6,
    visitors_per_day: Math.round(perDay * 10) / 10,
    effect: asked.effect,
    alpha: ALPHA,
    power: POWER,
  }
}
