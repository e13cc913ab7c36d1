const PATHS = {
  today: 'M3 16V9l7-5 7 5v7h-5v-5H8v5z',
  searches: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM13.5 13.5 17 17',
  workbench: 'M3 4h6v12H3zM11 4h6v7h-6zM11 14h6v2h-6z',
  rules: 'M4 5h12M4 10h8M4 15h5M15 12v5M12.5 14.5h5',
  synonyms: 'M4 7h9l-3-3M16 13H7l3 3',
  facets: 'M3 5h14l-5.5 6.5V16l-3 1.5v-6z',
  collections: 'M3 4h6v5H3zM11 4h6v5h-6zM3 11h6v5H3zM11 11h6v5h-6z',
  sections: 'M3 3.5h14v4H3zM3 10h4v6.5H3zM8.5 10h3v6.5h-3zM13 10h4v6.5h-4z',
  experiments: 'M8 3h4M9 3v5l-5 8.5h12L11 8V3',
  attribution: 'M4 15a2 2 0 1 0 0-.1M16 5a2 2 0 1 0 0-.1M6 14C12 13 8 7 14 6',
  catalog: 'M3 6l7-3 7 3v8l-7 3-7-3zM3 6l7 3 7-3M10 9v8',
  pictures: 'M3 4h14v12H3zM3 13l4-4 4 4 2-2 4 4M13 7.5v.01',
  events: 'M2.5 10h3l2.5-6 4 12 2.5-6h3',
  settings: 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4',
  menu: 'M3 5h14M3 10h14M3 15h14',
  close: 'M5 5l10 10M15 5L5 15',
  up: 'M10 16V4M5 9l5-5 5 5',
  down: 'M10 4v12M5 11l5 5 5-5',
  pin: 'M7 3h6l-1 5 3 3H5l3-3zM10 11v6',
  why: 'M7.5 7.5a2.5 2.5 0 1 1 3.6 2.2c-.8.5-1.1 1-1.1 1.8M10 14.5v.01M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16z',
  plus: 'M10 4v12M4 10h12',
  check: 'M4 10.5l4 4 8-9',
  right: 'M8 5l5 5-5 5',
  hide: 'M3 10s3-5 7-5 7 5 7 5-3 5-7 5-7-5-7-5zM4 16L16 4',
  warning: 'M10 4l7.5 13h-15zM10 9v3M10 14.5v.01',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={PATHS[name]} strokeWidth={1.5} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#233d34" />
      <path
        d="M8 9l8 15 8-15"
        fill="none"
        stroke="#f3e9d2"
        strokeWidth="3.4"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
