/** The part of `next/navigation` that the adapter uses. Shops install Next.js themselves. */
declare module 'next/navigation' {
  export function usePathname(): string
  export function useSearchParams(): URLSearchParams
  export function useRouter(): { push(href: string, options?: { scroll?: boolean }): void }
}
