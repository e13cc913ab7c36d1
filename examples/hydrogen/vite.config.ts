import { reactRouter } from '@react-router/dev/vite'
import { hydrogen } from '@shopify/hydrogen/vite'
import { oxygen } from '@shopify/mini-oxygen/vite'
import { defineConfig, loadEnv } from 'vite'

// Shopify's command line would hand over the variables of `.env`; here Vite reads them.
export default defineConfig(({ mode }) => ({
  plugins: [hydrogen(), oxygen({ env: loadEnv(mode, '.', '') }), reactRouter()],
  resolve: { tsconfigPaths: true },
}))
