export type { EventConsumer } from '../ports/event-log/event-consumer.ts'
