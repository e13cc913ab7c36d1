import { dateOfDay, type ReportCall } from './report-call.ts'

/** Lists every rule of the configuration in order, including those that never applied. */
export async function ruleReport(call: ReportCall): Promise<object> {
  const { store, shop, fromDay, toDay, key } = call
  const uses = new Map((await store.ruleUses(shop.id, fromDay, toDay)).map((use) => [use.rule, use]))
  const asked = shop.config.search.rules.filter(({ id }) => key === undefined || String(id) === key)
  return {
    rows: asked.map(({ id }) => {
      const use = uses.get(String(id))
      return {
        rule: String(id),
        acted: use?.answers ?? 0,
        last_acted_on: use === undefined ? null : dateOfDay(use.lastDay),
      }
    }),
  }
}
