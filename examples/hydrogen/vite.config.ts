import { reactRouter } from '@react-router/dev/vite'
import { hydrogen } from '@shopify/hydrogen/vite'
import { oxygen } from '@shopify/mini-oxygen/vite'
import { defineConfig, loadEnv } from 'vite'

// Shopify's CLI would pass the variables of `.env`; without it, Vite reads them.
export default defineConfig(({ mode }) => ({
  plugins: [hydrogen(), oxygen({ env: loadEnv(mode, '.', '') }), reactRouter()],
  resolve: { tsconfigPaths: true },
}))
