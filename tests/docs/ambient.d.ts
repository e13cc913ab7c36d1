/** The part of framework packages that the guides use; the packages themselves are not installed here. */

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
  export interface AnalyticsBus {
    subscribe(name: string, callback: (payload: never) => void): void
    register(key: string): { ready: () => void }
  }
  export function useAnalytics(): AnalyticsBus
}

declare module 'next/headers' {
  export function cookies(): Promise<{
    get(name: string): { name: string; value: string } | undefined
  }>
}

declare module 'react-native' {
  export const Platform: { OS: 'ios' | 'android' | 'web'; Version: string | number }
  export const AppState: {
    addEventListener(type: 'change', listener: (state: string) => void): { remove: () => void }
  }
}

declare module '@react-native-async-storage/async-storage' {
  const AsyncStorage: {
    multiGet(keys: readonly string[]): Promise<readonly (readonly [string, string | null])[]>
    setItem(key: string, value: string): Promise<void>
    removeItem(key: string): Promise<void>
  }
  // biome-ignore lint/style/noDefaultExport: as the package has it
  export default AsyncStorage
}
