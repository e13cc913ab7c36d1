import { reactRouter } from '@react-router/dev/vite'
import { hydrogen } from '@shopify/hydrogen/vite'
import { oxygen } from '@shopify/mini-oxygen/vite'
import { defineConfig, loadEnv } from 'vite'

// Vite reads `.env` here; Shopify's CLI, which usually does, is not used.
export default defineConfig(({ mode }) => ({
  plugins: [hydrogen(), oxygen({ env: loadEnv(mode, '.', '') }), reactRouter()],
  resolve: { tsconfigPaths: true },
}))
