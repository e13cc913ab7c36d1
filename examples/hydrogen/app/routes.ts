import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('search', 'routes/search.tsx'),
  route('products/:handle', 'routes/product.tsx'),
  route('cart', 'routes/cart.tsx'),
  route('image-search', 'routes/image-search.tsx'),
] satisfies RouteConfig
