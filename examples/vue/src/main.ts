import { vitrine } from '@vitrine/client/vue'
import { createApp } from 'vue'
import { createRouter, createWebHistory } from 'vue-router'
import App from './app.vue'
import CartPage from './pages/cart.vue'
import HomePage from './pages/home.vue'
import ImageSearchPage from './pages/image-search.vue'
import ProductPage from './pages/product.vue'
import SearchPage from './pages/search.vue'
import { client, tracker } from './vitrine.ts'

const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', component: HomePage },
    { path: '/search', component: SearchPage },
    { path: '/products/:handle', component: ProductPage, props: true },
    { path: '/cart', component: CartPage },
    { path: '/image-search', component: ImageSearchPage },
  ],
})
router.afterEach((to, from) => {
  if (to.path !== from.path || from.matched.length === 0) void tracker.standard('page_viewed', {})
})
createApp(App).use(router).use(vitrine(client, tracker)).mount('#app')
