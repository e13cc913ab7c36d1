const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const

const TITLES = {
  recent: [
    'Recently viewed',
    'Zuletzt angesehen',
    'Vus récemment',
    'Vistos recientemente',
    'Visti di recente',
    'Laatst bekeken',
    'Vistos recentemente',
  ],
  picked: [
    'Picked for you',
    'Für dich ausgewählt',
    'Choisis pour vous',
    'Elegidos para ti',
    'Scelti per te',
    'Voor jou gekozen',
    'Escolhidos para você',
  ],
  favorites: [
    'Our favorites',
    'Unsere Favoriten',
    'Nos favoris',
    'Nuestros favoritos',
    'I nostri preferiti',
    'Onze favorieten',
    'Nossos favoritos',
  ],
  new: ['New in', 'Neu eingetroffen', 'Nouveautés', 'Novedades', 'Novità', 'Nieuw binnen', 'Novidades'],
  look: [
    'Worth a look',
    'Einen Blick wert',
    'À découvrir',
    'Vale la pena ver',
    'Da vedere',
    'Het bekijken waard',
    'Vale a pena ver',
  ],
  together: [
    'Goes together',
    'Passt zusammen',
    'Vont bien ensemble',
    'Van bien juntos',
    'Stanno bene insieme',
    'Past bij elkaar',
    'Combinam bem',
  ],
  alike: [
    'You may also like',
    'Das könnte dir gefallen',
    'Vous aimerez aussi',
    'También te puede gustar',
    'Potrebbe piacerti',
    'Misschien ook leuk',
    'Você também pode gostar',
  ],
  goes_with: [
    'Goes well with it',
    'Passt dazu',
    'Pour aller avec',
    'Combina con esto',
    'Si abbina bene',
    'Past er goed bij',
    'Combina com isto',
  ],
  with_cart: [
    'Goes well with your cart',
    'Passt zu deinem Warenkorb',
    'Avec votre panier',
    'Combina con tu carrito',
    'Con il tuo carrello',
    'Past bij je winkelwagen',
    'Combina com seu carrinho',
  ],
  next_time: [
    'For next time',
    'Fürs nächste Mal',
    'Pour la prochaine fois',
    'Para la próxima vez',
    'Per la prossima volta',
    'Voor de volgende keer',
    'Para a próxima vez',
  ],
} as const satisfies Record<string, readonly string[]>

export type SectionTitle = keyof typeof TITLES

export function sectionTitles(title: SectionTitle, locale: string) {
  const words = new Map<string, string>(LANGUAGES.map((language, i) => [language, TITLES[title][i]!]))
  const own = locale.toLowerCase().split('-')[0]!
  const text = words.get(own) ?? words.get('en')!
  const others = [...words].filter(([language]) => language !== own)
  return { text, translations: Object.fromEntries(others.map(([language, word]) => [language, { title: word }])) }
}
