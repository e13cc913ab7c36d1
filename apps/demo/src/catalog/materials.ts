import type { Translated } from './kind.ts'

export interface Material {
  name: Translated
  sentences: readonly string[]
  care: string
}

type Names = readonly [en: string, de: string, fr: string]

const material = ([en, de, fr]: Names, care: string, ...sentences: string[]): Material => ({
  name: { en, de, fr },
  sentences,
  care,
})

const SPONGE = 'Wipe with a soft damp cloth'
const DISHWASHER = 'Dishwasher and microwave safe'
const GENTLE = 'Machine wash at 30 °C, dry flat'
const WARM = 'Machine wash at 40 °C, tumble dry low'

export const MATERIALS = {
  boucle: material(
    ['Bouclé', 'Bouclé', 'tissu bouclé'],
    'Vacuum gently, spot clean',
    'The bouclé is looped and a little springy, so it hides creases and everyday wear.',
    'Its looped bouclé catches the light and stays soft where you rest your head.',
  ),
  velvet: material(
    ['Velvet', 'Samt', 'velours'],
    'Brush with the pile, spot clean',
    'The velvet has a short, dense pile that shifts tone as you run a hand across it.',
    'A stain-resistant velvet keeps its depth of colour, even by a sunny window.',
  ),
  linen: material(
    ['Linen', 'Leinen', 'lin'],
    'Machine wash at 40 °C, iron while damp',
    'European linen, washed before it is cut, so it feels lived-in from the first day.',
    'The linen breathes well, dries quickly and only gets better with every wash.',
  ),
  leather: material(
    ['Leather', 'Leder', 'cuir'],
    'Wipe clean, condition twice a year',
    'Vegetable-tanned leather that darkens where it is handled and tells its own story.',
    'The leather is full grain: no coating hides its natural marks.',
  ),
  wool: material(
    ['Wool', 'Wolle', 'laine'],
    'Hand wash cold, dry flat',
    'Pure wool keeps its shape, shrugs off a light spill and warms without weight.',
    'The wool comes from farms that are checked for animal welfare.',
  ),
  cotton: material(
    ['Cotton', 'Baumwolle', 'coton'],
    WARM,
    'The cotton is combed twice, which makes it smooth to the touch and slow to pill.',
    'Mid-weight cotton that holds its colour wash after wash.',
  ),
  organicCotton: material(
    ['Organic Cotton', 'Bio-Baumwolle', 'coton biologique'],
    WARM,
    'It is made of certified organic cotton, grown without synthetic pesticides.',
    'Organic cotton with a dry, crisp hand that softens over the first weeks.',
  ),
  jute: material(
    ['Jute', 'Jute', 'jute'],
    'Shake out, vacuum on low',
    'Braided jute brings texture and a faint scent of hay on warm days.',
    'The jute is hand-twisted, so no two lengths are quite alike.',
  ),
  oak: material(
    ['Oak', 'Eiche', 'chêne'],
    SPONGE,
    'Solid oak, oiled rather than lacquered, so a scratch can be sanded out at home.',
    'The grain of the oak runs on uninterrupted from top to edge.',
  ),
  walnut: material(
    ['Walnut', 'Nussbaum', 'noyer'],
    SPONGE,
    'American walnut, dark at first and honeyed after a summer of daylight.',
    'We match the walnut boards by hand to keep the figure calm.',
  ),
  marble: material(
    ['Marble', 'Marmor', 'marbre'],
    'Seal once a year, wipe up spills',
    'Each slab of marble is veined differently, which is rather the point.',
    'The marble is honed to a soft matt surface instead of a mirror polish.',
  ),
  glass: material(
    ['Glass', 'Glas', 'verre'],
    'Hand wash',
    'Mouth-blown glass with the odd tiny bubble that proves it.',
    'The glass is thick at the foot, so it stands where you put it.',
  ),
  ceramic: material(
    ['Ceramic', 'Keramik', 'céramique'],
    DISHWASHER,
    'The ceramic is fired twice and glazed inside and out.',
    'A reactive glaze breaks softly over the edges of the ceramic.',
  ),
  stoneware: material(
    ['Stoneware', 'Steinzeug', 'grès'],
    DISHWASHER,
    'Dense stoneware holds heat well and does not mind the dishwasher.',
    'The stoneware is left bare at the foot, where you feel the speckled clay.',
  ),
  porcelain: material(
    ['Porcelain', 'Porzellan', 'porcelaine'],
    DISHWASHER,
    'Fine porcelain that looks delicate and is anything but.',
    'The porcelain is thin enough to let the evening light through.',
  ),
  terracotta: material(
    ['Terracotta', 'Terrakotta', 'terre cuite'],
    'Rinse with water, no detergent',
    'Unglazed terracotta lets roots breathe and ages to a chalky bloom.',
    'Frost-proof terracotta, thick walled and fired hot.',
  ),
  steel: material(
    ['Stainless Steel', 'Edelstahl', 'acier inoxydable'],
    'Dishwasher safe',
    'Brushed stainless steel hides fingerprints and never takes on a taste.',
    'The steel is recycled to four fifths and looks none the worse for it.',
  ),
  enamel: material(
    ['Enamel', 'Emaille', 'émail'],
    'Hand wash, avoid metal scourers',
    'Steel under two coats of enamel: light, tough and easy to scrub.',
    'The enamel is hard as glass and will not stain, whatever you cook in it.',
  ),
  castIron: material(
    ['Cast Iron', 'Gusseisen', 'fonte'],
    'Hand wash, dry at once',
    'Cast iron takes a while to warm and then keeps its heat through supper.',
    'The enamelled cast iron goes from hob to oven to table without a fuss.',
  ),
  copper: material(
    ['Copper', 'Kupfer', 'cuivre'],
    'Polish with lemon and salt',
    'Copper answers the flame within seconds, which makes sauces easy.',
    'The copper will dull to a warm brown unless you polish it; we like both.',
  ),
  brass: material(
    ['Brass', 'Messing', 'laiton'],
    SPONGE,
    'Solid brass, unlacquered, that deepens in tone over the years.',
    'The brass is spun by hand over a wooden form.',
  ),
  aluminium: material(
    ['Aluminium', 'Aluminium', 'aluminium'],
    SPONGE,
    'Powder-coated aluminium keeps it light and free of rust.',
    'The aluminium body is fully recyclable.',
  ),
  soy: material(
    ['Soy Wax', 'Sojawachs', 'cire de soja'],
    'Trim the wick to 5 mm',
    'Soy wax burns slowly and evenly, without soot on the ceiling.',
    'The soy wax is poured in small batches and left to rest for two weeks.',
  ),
  denim: material(
    ['Denim', 'Denim', 'denim'],
    'Wash inside out at 30 °C',
    'Selvedge denim with just a touch of stretch, so you can still cycle in it.',
    'The denim is rinsed once and will fade the way you wear it.',
  ),
  merino: material(
    ['Merino Wool', 'Merinowolle', 'laine mérinos'],
    'Wool cycle, dry flat',
    'Extra-fine merino that you can wear on bare skin.',
    'The merino regulates warmth by itself and rarely needs washing.',
  ),
  cashmere: material(
    ['Cashmere Blend', 'Kaschmirmix', 'cachemire mélangé'],
    'Hand wash cold, dry flat',
    'A fifth of cashmere gives the yarn its softness, the wool its backbone.',
    'Light, quietly warm, and brushed only once so that it does not shed.',
  ),
  viscose: material(
    ['Viscose', 'Viskose', 'viscose'],
    GENTLE,
    'Certified viscose with a cool hand and a beautiful drape.',
    'The viscose moves when you do and packs down to nothing.',
  ),
  nylon: material(
    ['Recycled Nylon', 'Recyceltes Nylon', 'nylon recyclé'],
    'Machine wash cold, hang to dry',
    'The shell is nylon spun from old fishing nets, tightly woven and windproof.',
    'Recycled nylon sheds rain and weighs next to nothing.',
  ),
  canvas: material(
    ['Waxed Canvas', 'Gewachster Canvas', 'toile cirée'],
    'Brush off dirt, re-wax yearly',
    'Waxed canvas keeps a shower out and picks up character along the way.',
    'The canvas is heavy at first and breaks in like a good pair of boots.',
  ),
  suede: material(
    ['Suede', 'Wildleder', 'daim'],
    'Brush dry, protect with spray',
    'Soft suede uppers with a close nap that brushes clean.',
    'The suede comes from a tannery that recycles its water.',
  ),
  knit: material(
    ['Recycled Knit', 'Recycelter Strick', 'maille recyclée'],
    'Machine wash cold, air dry',
    'The knitted upper is made of recycled bottles, about eight a pair.',
    'A seamless knit hugs the foot and lets it breathe.',
  ),
  acetate: material(
    ['Acetate', 'Acetat', 'acétate'],
    'Clean with the cloth supplied',
    'Plant-based acetate, polished by hand for two days.',
    'The acetate is warm to the touch and can be adjusted to fit.',
  ),
} as const satisfies Record<string, Material>

export type MaterialKey = keyof typeof MATERIALS
