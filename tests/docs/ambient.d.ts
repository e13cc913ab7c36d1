/** Declares the parts of framework packages that the guides use, because these packages are not installed. */

declare module 'react-router' {
  export interface LoaderFunctionArgs {
    request: Request
    params: Record<string, string | undefined>
    context: {
      env: Record<string, string>
      waitUntil: (promise: Promise<unknown>) => void
    }
  }
  export function useLoaderData<Loader extends (args: never) => unknown>(): Awaited<ReturnType<Loader>>
  export function useSearchParams(): [URLSearchParams, (next: Record<string, string>) => void]
  export function data<T>(value: T, init?: { headers?: Headers | Record<string, string> }): T
}

declare module '@shopify/hydrogen' {
  export function createContentSecurityPolicy(options: {
    connectSrc?: string[]
    imgSrc?: string[]
    shop?: { checkoutDomain: string; storeDomain: string }
  }): { nonce: string; header: string; NonceProvider: (props: { children: unknown }) => never }
  interface Line {
    quantity: number
    merchandise: { id: string; product: { id: string; title: string } }
  }
  interface Payloads {
    page_viewed: { url: string }
    product_viewed: {
      products: { id: string; title: string; price: string; variantId: string }[]
      shop: { currency: string } | null
    }
    product_added_to_cart: { prevLine?: Line; currentLine?: Line }
  }
  export function useAnalytics(): {
    subscribe<Name extends keyof Payloads>(name: Name, callback: (payload: Payloads[Name]) => void): void
    register(key: string): { ready: () => void }
  }
}

declare module 'next/headers' {
  export function cookies(): Promise<{
    get(name: string): { name: string; value: string } | undefined
  }>
}

declare module 'next/navigation' {
  export function notFound(): never
  export function usePathname(): string
  export function useSearchParams(): URLSearchParams
  export function useRouter(): { push(href: string, options?: { scroll?: boolean }): void }
}

declare module 'react-native' {
  export const Platform: { OS: 'ios' | 'android' | 'web'; Version: string | number }
  export const AppState: {
    addEventListener(type: 'change', listener: (state: string) => void): { remove: () => void }
  }
}

declare module '@react-native-async-storage/async-storage' {
  const AsyncStorage: {
    getItem(key: string): Promise<string | null>
    setItem(key: string, value: string): Promise<void>
    removeItem(key: string): Promise<void>
  }
  // biome-ignore lint/style/noDefaultExport: as the package has it
  export default AsyncStorage
}
