/** Serves the index `product` at `POST /store/search`, with the visitor from the header `x-vitrine-visitor`. */
import { configureStoreSearch, defineMiddlewares } from '@medusajs/framework/http'
import { VISITOR_FIELD } from '../../search-scope.ts'

export default defineMiddlewares({
  routes: [
    {
      matcher: '/store/search',
      middlewares: [
        configureStoreSearch({
          allowed_indexes: {
            product: {
              filters: ({ headers }) => {
                const visitor = [headers['x-vitrine-visitor']].flat()[0]
                return visitor ? { [VISITOR_FIELD]: visitor } : {}
              },
            },
          },
        }),
      ],
    },
  ],
})
