/** The part of `next/navigation` that the adapter uses. Next.js itself is installed in the shops that have it, not here. */
declare module 'next/navigation' {
  export function usePathname(): string
  export function useSearchParams(): URLSearchParams
  export function useRouter(): { push(href: string, options?: { scroll?: boolean }): void }
}
