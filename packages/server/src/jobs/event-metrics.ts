import { Counter, Gauge, type Registry } from 'prom-client'
import type { EventPipeline } from './event-pipeline.ts'

export function registerEventMetrics(registry: Registry, events: EventPipeline): void {
  const registers = [registry]
  new Counter({
    name: 'vitrine_events_total',
    help: 'Events posted, by outcome',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(events.outcomes.totals)) this.inc({ outcome }, count)
    },
  })
  new Gauge({
    name: 'vitrine_events_waiting',
    help: 'Events waiting for their commit',
    registers,
    collect() {
      this.set(events.ingest.commits.waiting)
    },
  })
  new Gauge({
    name: 'vitrine_events_stalled_shops',
    help: 'Shops whose events are stored but could not be derived at the last try',
    registers,
    collect() {
      this.set(events.follower.stalledShops)
    },
  })
  new Gauge({
    name: 'vitrine_follow_waiting_shops',
    help: 'Shops with events or settings that have not been processed yet',
    registers,
    collect() {
      this.set(events.follower.waitingShops)
    },
  })
  new Gauge({
    name: 'vitrine_follow_lag_seconds',
    help: 'Time for which the oldest of these events and settings has waited',
    registers,
    collect() {
      this.set(events.follower.lagMs / 1000)
    },
  })
  new Counter({
    name: 'vitrine_serves_dropped_total',
    help: 'Serves that could not be stored',
    registers,
    collect() {
      this.reset()
      this.inc(events.serves.dropped)
    },
  })
}
