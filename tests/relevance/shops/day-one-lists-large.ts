/** Lists for larger exports: products at regular distances, judged by complements of their type. */
import { type DayOneShop, each } from './day-one-lists.ts'

const WITH_WHAT_IS_WORN_BELOW =
  /\((?:wo)?men's (?:tops|button-ups|t-shirts|knitwear|cardigans|shoes|bags|coats & jackets|vests|accessories)|scarves|socks\)|belts\)/i
const WORN_BELOW = /\((?:wo)?men's (?:pants|trousers|skirts|shorts|denim)\)/i
const WITH_A_SHIRT =
  /\((?:wo)?men's (?:pants|trousers|skirts|shorts|denim|shoes|coats & jackets|bags|vests|accessories)|scarves|socks\)|belts\)/i
const WITH_SHOES =
  /\((?:wo)?men's (?:tops|button-ups|t-shirts|knitwear|skirts|pants|trousers|dresses|bags|coats & jackets)|accessories|belts\)|socks\)|unisex bags|\(men's\)/i

export const FASHION_AND_BICYCLES_DAY_ONE: DayOneShop = {
  file: 'abdulkayium/products_export_1.csv',
  locale: 'en',
  minShare: 0.85,
  anchors: [
    ...each(
      [
        'Harem Chino Short',
        'Culottes',
        'Mirco Pant in Stone',
        'Silk Pullup Pant',
        'Troupy Pant in Silky Cotton',
        'Pullup Interlock Pant',
      ],
      WITH_WHAT_IS_WORN_BELOW,
      WORN_BELOW,
    ),
    ...each(
      ['Block Button Up', 'Luke Shirt in Red Stripe', 'Western Arkansas Button-Up in Blue Floral', 'Seva Top'],
      WITH_A_SHIRT,
      /\(women's tops|men's button-ups|men's t-shirts\)/i,
    ),
    ...each(['High Top Sneaker', 'Leather Loafer in Lime', 'Listello Short Boot in Black'], WITH_SHOES, /shoes\)/i),
    ...each(['Houndstooth Square in Slate'], /bags|bracelets|accessories|rings|tops|hat|necklaces/i, /scarves/i),
    ...each(
      ['Box Trench'],
      /tops|button-ups|pants|dresses|skirts|shoes|bags|knit|cardigans|hats|scarves/i,
      /coats|jackets\)/i,
    ),
    ...each(
      ['Cashmere Puff Sleeve Knit'],
      /pants|skirts|socks|jacket|coats|outerwear|vests|shoes|bags|denim|scarves|hats/i,
      /^(?!.*jacket).*knitwear/i,
    ),
    ...each(
      ['Dial Dress'],
      /coats|shoes|bags|knit|cardigans|accessories|undergarments|scarves|jewelry|belts/i,
      /\(women's dresses/i,
    ),
    ...each(['Bias Slip Dress'], /dress|lingerie|tops|scar(?:f|ves)|robe|coats|knit|vests|shoes/i),
    ...each(['Factory 5 Lattice Chainring - 49T'], /crank|chain|freewheel|bracket|cog|pedal/i, /chainring/i),
    ...each(['Folding Hex Wrench Set 3-10mm'], /care|pump|tire|lock|tube|helmet|light|bag|stand|grease/i),
  ],
}

const CLOTHES =
  /sandalias|zapatill|romper|bod(?:y|ies)|mameluco|conjunto|vestido|paños|manta|gorro|calcet|waffle|layette|toalla/i
const FEEDING =
  /biber|aliment|silla alta|babero|esteriliz|formula|cepill|chup|botella|paños|leche|pezon|comedero|mochila/i
const SLEEP_AND_PLAY = /s[áa]banas|gimnasio|cuna|m[óo]vil|hamaca|juguete|corral|colch|cambiador|andador|manta|silla/i
const CARE = /aspirador|nebuliz|term[óo]metro|chup|frida|jeringa|bañera|cortau/i
const CHANGING = /cambiador|paños|mochila|pañal|toall|cuna|mameluco|bod(?:y|ies)|canasta/i
const TOYS = /juguete|gimnasio|tarjetas|andador|m[óo]vil|bicicleta|dentici[óo]n|corral/i

export const BABY_GOODS_DAY_ONE: DayOneShop = {
  file: 'babyheaven/products_export_1.csv',
  locale: 'es',
  minShare: 0.7,
  anchors: [
    ...each(['Corral de Bebé Plegable para Interior y Exterior con Toldo y Bolsa de Viaje'], SLEEP_AND_PLAY),
    ...each(['Juego de 3 sabanas para niña'], SLEEP_AND_PLAY),
    ...each(
      [
        'Frida Baby Comedero Push Pop para bebés, alimentador de frutas para bebés',
        'PopYum Pezones de flujo rápido etapa 3, Pack de 2',
        'Boon NURSH - Botella de silicona reutilizable',
        'PopYum Biberones Pack de 3',
        'Juego de alimentación de bebé de silicona azul',
      ],
      FEEDING,
    ),
    ...each(['Frida Baby Chupete de medicina, jeringa medicinal Medi Frida Baby y chupete'], CARE),
    ...each(
      [
        'Hatch Baby Cambiador y escala de crecimiento inteligente',
        'Organizador de Pañales y Toallitas para Bebé',
        'Organizador de Pañales Blissful Diary, Cesta de Algodón Trenzado para Bebé, Gran Capacidad de Almacenamiento para Recién Nacidos, Regalo Ideal para Baby Shower',
      ],
      CHANGING,
    ),
    ...each(
      [
        'Conjunto de Camisa con Cuello y Bolsillo de Punto Texturizado y Pantalones Cortos para Bebé',
        'Romper Enterizo con Lazo para Bebé',
        'Conjunto para Bebé de Lino y Algodón con Puños Remangados',
        'Set 30 Piezas',
        'Paquete de 5 Bodies de Algodón',
        'Conjunto de Suéter de Rayas para Bebé',
      ],
      CLOTHES,
    ),
    ...each(['Momcozy Portabebés con asiento de cadera'], /extractor|mochila|paños|coche|leche|momcozy/i),
    ...each(['Gimnasio de madera para bebés con 6 juguetes', 'Tarjetas de memoria para bebé de alto contraste'], TOYS),
  ],
}

/** A jacket over the jersey, or the same club for children. The shop has no other complements. */
const withJersey = (club: string) => new RegExp(`windbreaker|jacket|kids.*${club}`, 'i')

export const FOOTBALL_JERSEYS_DAY_ONE: DayOneShop = {
  file: 'strikerstore/products_export.csv',
  locale: 'en',
  minShare: 0.7,
  anchors: [
    ...each(
      ['Manchester City Home Jersey 2025-26 Player Version', 'Manchester City Away Jersey 2025-26 Player Version'],
      withJersey('manchester city'),
      /\(jersey\)/i,
    ),
    ...each(['Argentina Away Jersey 2024-25 Player Version'], withJersey('argentina'), /\(jersey\)/i),
    ...each(['Bayern Munich US Pack Shirt Special Edition 2025-26'], withJersey('bayern'), /\(jersey\)/i),
    ...each(['Tottenham Hotspur Home Jersey 2025-26 Player Version'], withJersey('tottenham'), /\(jersey\)/i),
    ...each(['Juventus Third Jersey 25-26 Player Version'], withJersey('juventus'), /\(jersey\)/i),
    ...each(['Barcelona Away Jersey 2024-25 Player Version'], withJersey('barca|kids.*barcelona'), /\(jersey\)/i),
    ...each(['Arsenal Third Jersey 2025-26 Player Version'], withJersey('arsenal'), /\(jersey\)/i),
    ...each(['Al Nassr Home Jersey 2024-25 Fan Version'], withJersey('al nassr'), /\(jersey\)/i),
    ...each(
      [
        'Retro Liverpool 2005 Home Jersey',
        'Liverpool Terrace Icon Special Edition Jersey 2025-26 Player Version',
        'Liverpool Away Jersey 2025-26 Player Version',
      ],
      withJersey('liverpool'),
      /\(jersey\)/i,
    ),
    ...each(['Real Madrid Away Jersey 2024-25 Player Version'], withJersey('real madrid'), /\(jersey\)/i),
    ...each(['Pre Order Roma Third Jersey 2025-26 Player Version'], withJersey('roma'), /\(jersey\)/i),
    ...each(
      ['Portugal Home Jersey 2024-25 Fan Version', 'Portugal Home Jersey 2024-25 Player Version'],
      withJersey('portugal'),
      /\(jersey\)/i,
    ),
    ...each(['Ac Milan Third Jersey 2025-26 Player Version'], withJersey('ac milan'), /\(jersey\)/i),
    ...each(['Germany Away Jersey 2024-25 Player Version'], withJersey('germany'), /\(jersey\)/i),
    ...each(['Kids Arsenal Home Kit 2025-26'], /windbreaker|jacket|arsenal/i, /kids/i),
    ...each(['Kids Barca X Travis Scott Retro Kit 2025-26'], /windbreaker|jacket|barc/i, /kids/i),
  ],
}

const WITH_A_RING = /pendant|necklace|bangle|bracelet|\(ear|^e[pskc] | ep\b|grillz/i
const WITH_A_PENDANT = /\brings?\b|^r |necklace|chain|bangle|bracelet|\(ear|^e[pskc] /i
const WITH_EARRINGS = /\brings?\b|^t?r |pendant|^p |necklace|^n |bangle|bracelet|\(ear (?!hook|stud)|cuff/i

export const SILVER_JEWELRY_DAY_ONE: DayOneShop = {
  file: 'vietjewelers/products_export_1.csv',
  locale: 'en',
  minShare: 0.9,
  anchors: [
    ...each(
      [
        'JADE BAMBOO LEAF SILVER RING',
        'TRIPLE THICK TWIST SILVER RING',
        'R OPEN GIANT TWIST FLAT',
        'R INDI OPAL THICK BAND',
        'R TRIPLE OPEN LINE GEM',
        'PEARL FLOWER  SILVER RING',
        'CITRINE FOUR CLAW RING SILVER',
        'PEARL STAR SILVER RING',
        'GARNET RANDOM BALL SILVER RING',
      ],
      WITH_A_RING,
      /\brings?\b/i,
    ),
    ...each(['MOONSTONE SUN SILVER PENDANT', 'LETTER D SILVER PENDANT'], WITH_A_PENDANT, /pendant/i),
    ...each(
      [
        'EC TRIPLE LINE',
        'EK PETAL FAN OX',
        'EK OPEN CIRCLE DROP SQUARE SPIRAL OX',
        'EP WIRE WRAP CIRCLE',
        'ES SUN DOT RAY CURVE',
      ],
      WITH_EARRINGS,
    ),
    ...each(['N TAROT GP', 'N V GP'], /\brings?\b|pendant|^p |^e[pskc] |\(ear|bangle/i, /necklace/i),
    ...each(['STAR CANINE SILVER GRILLZ'], /./, /grillz/i),
    ...each(['CAT EYE EFFECT SILVER BANGLE'], /./, /bangle/i),
  ],
}
