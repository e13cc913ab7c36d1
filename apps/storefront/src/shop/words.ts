/** The page's own words. Product and section texts come translated from the service. */
import { shopperMarket } from './market.ts'

const WORDS = {
  search: ['What are you looking for?', 'Wonach suchst du?', 'Que cherchez-vous ?'],
  searchButton: ['Search', 'Suchen', 'Rechercher'],
  cart: ['Cart', 'Warenkorb', 'Panier'],
  addToCart: ['Add to cart', 'In den Warenkorb', 'Ajouter au panier'],
  added: ['Added', 'Hinzugefügt', 'Ajouté'],
  soldOut: ['Sold out', 'Ausverkauft', 'Épuisé'],
  filters: ['Filters', 'Filter', 'Filtres'],
  clearAll: ['Clear all', 'Alle löschen', 'Tout effacer'],
  sort: ['Sort by', 'Sortieren', 'Trier par'],
  results: ['products', 'Produkte', 'produits'],
  didYouMean: ['Did you mean', 'Meintest du', 'Vouliez-vous dire'],
  showingFor: ['Showing results for', 'Ergebnisse für', 'Résultats pour'],
  relaxed: [
    'Few products or none have all of these words; what comes close is shown too.',
    'Kaum ein Produkt enthält alle Wörter; was nahe kommt, steht dabei.',
    'Peu de produits, ou aucun, contiennent tous ces mots ; voici aussi ce qui s’en approche.',
  ],
  nothing: ['Nothing found for', 'Nichts gefunden zu', 'Aucun résultat pour'],
  nothingFits: ['Nothing fits these filters', 'Nichts passt zu diesen Filtern', 'Rien ne correspond à ces filtres'],
  checkout: ['Checkout', 'Zur Kasse', 'Commander'],
  emptyCart: ['Your cart is empty.', 'Dein Warenkorb ist leer.', 'Votre panier est vide.'],
  subtotal: ['Subtotal', 'Zwischensumme', 'Sous-total'],
  placeOrder: ['Place order', 'Jetzt kaufen', 'Passer la commande'],
  thanks: ['Thank you!', 'Danke!', 'Merci !'],
  details: ['Details', 'Details', 'Détails'],
  loadMore: ['Show more', 'Mehr anzeigen', 'Voir plus'],
  failed: [
    'The shop does not answer right now.',
    'Der Shop antwortet gerade nicht.',
    'La boutique ne répond pas pour le moment.',
  ],
  retry: ['Try again', 'Noch einmal versuchen', 'Réessayer'],
  close: ['Close', 'Schließen', 'Fermer'],
  show: ['Show', 'Anzeigen:', 'Afficher'],
  home: ['Home', 'Start', 'Accueil'],
  inStock: ['In stock', 'Auf Lager', 'En stock'],
  fewLeft: ['Only {0} left', 'Nur noch {0} da', 'Plus que {0}'],
  noPicture: [
    'That is not a picture: jpeg, png or webp, please.',
    'Das ist kein Bild: bitte jpeg, png oder webp.',
    'Ce n’est pas une image : jpeg, png ou webp, s’il vous plaît.',
  ],
  tooLarge: ['That picture is larger than 5 MB.', 'Das Bild ist größer als 5 MB.', 'Cette image dépasse 5 Mo.'],
  imageSearch: ['Search by picture', 'Mit Bild suchen', 'Chercher par image'],
} as const

const LOCALES = ['en', 'de', 'fr']

export function useWords(): Record<keyof typeof WORDS, string> {
  const at = Math.max(0, LOCALES.indexOf(shopperMarket.use().locale))
  return Object.fromEntries(Object.entries(WORDS).map(([key, words]) => [key, words[at]])) as Record<
    keyof typeof WORDS,
    string
  >
}
