import type { ContentTexts } from './en.ts'

export const fr: ContentTexts = {
  about: {
    title: 'À propos',
    text: [
      'Vitrine Living est une boutique inventée qui vend ce que personne ne peut acheter : canapés, tasses, chemises et quelque sept cents autres choses, toutes dessinées par un programme.',
      'Elle existe pour que vous puissiez essayer la recherche, les filtres et les recommandations sur une boutique qui se comporte comme une vraie. Ce que vous regardez change ce qui vous est proposé ; ce que vous commandez apparaît aussitôt dans le tableau de bord.',
    ],
  },
  'shipping-and-returns': {
    title: 'Livraison et retours',
    text: [
      'Livraison offerte dès 60 $. Deux à quatre jours pour un petit colis, environ trois semaines pour un meuble.',
      'Tout peut être renvoyé sous 60 jours, sauf les chaussures portées et les bougies entamées. Nous venons chercher les grandes pièces chez vous.',
    ],
  },
  'size-guide': {
    title: 'Guide des tailles',
    text: [
      'Les hauts vont du XS au XL. Mesurez à plat, d’une aisselle à l’autre, une chemise qui vous va : 46 cm font un XS, chaque taille ajoute 4 cm.',
      'Les pantalons portent le tour de taille en pouces. Entre deux pointures, prenez la plus grande.',
    ],
  },
  'care-guide': {
    title: 'Entretien',
    text: [
      'Le lin aime être lavé souvent, la laine presque jamais. Lavez-les à froid et séchez la laine à plat.',
      'Huilez les tables en bois deux fois par an. Une goutte d’huile et une heure de four pour la fonte. Coupez la mèche avant d’allumer la bougie.',
    ],
  },
  sustainability: {
    title: 'Durabilité',
    text: [
      'Un cinquième de notre gamme est bio, recyclé ou les deux, et porte une feuille.',
      'Nous réparons ce que nous vendons, reprenons les chaussures et emballons en papier.',
    ],
  },
  contact: {
    title: 'Contact',
    text: [
      'Écrivez-nous à toute heure ; nous répondons en semaine entre neuf et dix-sept heures.',
      'Pour les professionnels, indiquez la taille du projet et nous enverrons le catalogue.',
    ],
  },
  'how-to-choose-a-sofa': {
    title: 'Choisir un canapé que l’on garde',
    text: [
      'Mesurez la porte avant le mur. Asseyez-vous comme chez vous, pas comme en magasin.',
      '95 cm de profondeur pour ceux qui se blottissent, 85 cm pour ceux qui discutent. Le velours cache les animaux, le lin ne cache rien mais vieillit bien, le cuir demande de la patience.',
    ],
  },
  'five-lamps-one-room': {
    title: 'Cinq lampes, une pièce',
    text: [
      'Une seule lumière au plafond aplatit la pièce. Un lampadaire derrière le fauteuil, une lampe à hauteur de coude, une petite sur l’étagère, et la suspension bien basse au-dessus de la table.',
      'Des ampoules chaudes de 2700 kelvins font le reste.',
    ],
  },
  'one-good-pan': {
    title: 'Éloge d’une bonne poêle',
    text: [
      'Une poêle en fonte de 28 cm saisit, rôtit, cuit et survit à son propriétaire. Chauffez lentement, utilisez du bois, séchez aussitôt.',
      'Deux casseroles à côté, une haute et une petite, et la cuisine est complète.',
    ],
  },
  'a-capsule-of-ten-pieces': {
    title: 'Dix pièces suffisent',
    text: [
      'Trois T-shirts, deux chemises, un pull, une veste, deux pantalons et des baskets : deux tons neutres et une couleur, et tout va avec tout.',
      'Le tout tient dans un sac à dos de 18 litres.',
    ],
  },
  'which-pot-for-which-plant': {
    title: 'Quel pot pour quelle plante',
    text: [
      'Les succulentes veulent de la terre cuite parce qu’elle sèche ; les fougères de l’émail parce qu’il ne sèche pas.',
      'Une taille de plus à la fois. Un trou au fond vaut mieux que tout le reste.',
    ],
  },
  'gifts-that-are-used-up': {
    title: 'Des cadeaux qui s’usent',
    text: [
      'Une bougie, une bonne serviette, une tasse pour une seule personne : des cadeaux qui trouvent leur place sans en demander.',
      'La plupart de ceux que nous offrons coûtent moins de cinquante dollars.',
    ],
  },
}
