import { adminRoute, EVERY_ROLE } from '../route.ts'
import { AnyObject, DateTime, Nullable, Optional } from '../schema.ts'
import { Type } from '../type.ts'
import { change } from './preview-routes.ts'

const NO_SHOP = { 404: 'There is no such shop.' }

export const searchHealthRoute = adminRoute('GET /shops/:shop/search-health', EVERY_ROLE, {
  summary: 'Show how good the shop’s search is',
  description:
    'Reports how well the laws of search hold on the live catalog; where the products that shoppers clicked, carted and bought in the last 30 days rank today, with ' +
    'intervals, separately for frequent and rare queries, with clicks weighted by how rarely their position is looked at; failing searches by cause; catalog ' +
    'problems that affect searches; broken golden queries; which learned models are live, since when and why; and a score from 0 to 100 with its parts and its daily trend. ' +
    'The report is computed in the background: `health` is null until the first one is finished, and `progress` says how far it is.',
  query: {
    wait: Optional(Type.Boolean('true: answer only when the report is current, however long that takes.')),
  },
  response: Type.Object({
    health: Nullable(
      AnyObject('`score`, `parts`, `laws`, `replay`, `failing`, `worst`, `catalog_faults`, `golden`, `learning`.'),
    ),
    trend: Type.Array(Type.Object({ date: Type.String(), score: Nullable(Type.Number()) })),
    progress: Nullable(Type.Object({ done: Type.Integer(), of: Type.Integer() })),
    looked_at: Nullable(DateTime()),
    is_current: Type.Boolean(),
  }),
  otherStatuses: NO_SHOP,
  example: {
    response: {
      health: { score: 87, parts: { laws: 0.98, answered: 0.93, chosen_in_first_10: 0.7 } },
      trend: [{ date: '2026-03-01', score: 87 }],
      progress: null,
      looked_at: '2026-03-01T12:00:00.000Z',
      is_current: true,
    },
  },
})

export const replayRoute = adminRoute('POST /shops/:shop/search-health/replay', EVERY_ROLE, {
  readsOnly: true,
  summary: 'Replay a change on last month’s searches',
  description:
    'Reports how many searches of the last 30 days a draft or patch changes, in how many queries the chosen products rank higher or lower, the ' +
    'difference in discounted gain with an interval, the ten queries that change most side by side, and the golden queries that would break.',
  request: Type.Object({ draft: change.draft, patch: change.patch }),
  response: AnyObject(
    '`searches`, `changed_searches`, `risen`, `fallen`, `difference`, `verdict` (no_change, better, worse, unsure), `most_changed`, `golden`.',
  ),
  otherStatuses: NO_SHOP,
  example: {
    request: { patch: { search: { synonyms: [{ from: 'davenport', to: 'sofa' }] } } },
    response: { searches: 900, changed_searches: 12, risen: 3, fallen: 0, verdict: 'better' },
  },
})
