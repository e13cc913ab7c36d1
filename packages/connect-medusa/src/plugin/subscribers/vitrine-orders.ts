/** Reports orders to Vitrine as signed webhooks. Medusa finds this file by its path in the plugin. */
import type { GraphQuery, MedusaEvent } from '../../medusa.ts'
import type { VitrineOptions } from '../../options.ts'
import { reportOrder } from '../../report-order.ts'

interface Config {
  plugins?: (string | { resolve: string; options?: VitrineOptions })[]
}

interface SubscriberArgs {
  event: MedusaEvent
  container: { resolve(name: 'query'): GraphQuery; resolve(name: 'configModule'): Config }
}

export default async function vitrineOrders({ event, container }: SubscriberArgs): Promise<void> {
  await reportOrder(event, container.resolve('query'), optionsIn(container.resolve('configModule')))
}

/** Medusa does not pass the plugin's options to subscribers, so they are read from the configuration. */
function optionsIn({ plugins = [] }: Config): VitrineOptions | undefined {
  const own = plugins.find((one) => typeof one !== 'string' && one.resolve === '@vitrine/connect-medusa')
  return typeof own === 'object' ? own.options : undefined
}

export const config = {
  event: ['order.placed', 'order.canceled', 'order.return_received'],
  context: { subscriberId: 'vitrine-orders' },
}
