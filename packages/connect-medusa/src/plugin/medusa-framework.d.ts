/** The parts of Medusa's framework that the plugin uses. `npm run try:medusa` runs it in the real framework. */
declare module '@medusajs/framework/utils' {
  interface Field {
    searchable(): Field
    filterable(): Field
    sortable(): Field
    facetable(value?: { types: string[] }): Field
    retrievable(value: boolean): Field
    array(): Field
  }
  interface GraphOptions {
    fields: string[]
    transform(rows: Record<string, unknown>[]): { id: string }[]
  }
  interface Consumed {
    container: { query: import('../medusa.ts').GraphQuery }
  }
  export const search: {
    define(fields: Record<string, Field>): unknown
    object(fields: Record<string, Field>): Field
  } & Record<'keyword' | 'text' | 'float' | 'boolean' | 'date', () => Field>
  export function defineSearchIndex(definition: object): unknown
  export function graphSeed(options: GraphOptions): unknown
  export function graphConsume(
    options: GraphOptions & {
      resolve_ids(event: import('../medusa.ts').MedusaEvent, context: Consumed): Promise<string[]>
      is_delete(event: import('../medusa.ts').MedusaEvent): boolean
    },
  ): unknown
}

declare module '@medusajs/framework/http' {
  interface Request {
    headers: Record<string, string | string[] | undefined>
  }
  export function configureStoreSearch(config: {
    allowed_indexes: Record<string, { filters(request: Request): object }>
  }): unknown
  export function defineMiddlewares(config: { routes: { matcher: string; middlewares: unknown[] }[] }): unknown
}
