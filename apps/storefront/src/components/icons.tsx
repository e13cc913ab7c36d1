/** Line icons in a 24 × 24 box. They are decorative: the button around an icon has the label. */
const PATHS = {
  search: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13Zm4.8-1.7L20 20',
  camera: 'M4 8h3l1.5-2.5h7L17 8h3v11H4zM12 16.5a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8Z',
  cart: 'M4 5h2l2 11h9.5L20 8H7M9.5 20h.01M16.5 20h.01',
  close: 'M6 6l12 12M18 6 6 18',
  filter: 'M4 7h16M7 12h10M10 17h4',
  left: 'M14.5 6 9 12l5.5 6',
  right: 'M9.5 6 15 12l-5.5 6',
  check: 'M5 12.5 10 17l9-10',
  code: 'M9 7 4 12l5 5M15 7l5 5-5 5',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16Zm0-12v4.5l3 2',
  page: 'M7 4h7l4 4v12H7zM14 4v4h4',
  theme: 'M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10Z',
  star: 'm12 4 2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L4 9.7 9.6 9z',
  grid: 'M5 5h6v6H5zM13 5h6v6h-6zM5 13h6v6H5zM13 13h6v6h-6z',
}

export function Icon({ name, size = 22 }: { name: keyof typeof PATHS; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
