import type { ContentTexts } from './en.ts'

export const de: ContentTexts = {
  about: {
    title: 'Über uns',
    text: [
      'Vitrine Living ist ein erfundener Shop für Dinge, die niemand kaufen kann: Sofas, Becher, Hemden und rund siebenhundert andere, alle von einem Programm gezeichnet.',
      'Es gibt ihn, damit du Suche, Filter und Empfehlungen an einem Shop ausprobieren kannst, der sich wie ein echter verhält. Was du dir ansiehst, ändert, was dir empfohlen wird; was du bestellst, steht gleich darauf im Dashboard.',
    ],
  },
  'shipping-and-returns': {
    title: 'Versand und Rückgabe',
    text: [
      'Ab 60 $ ist der Versand frei. Kleine Pakete brauchen zwei bis vier Tage, Möbel etwa drei Wochen.',
      'Alles darf innerhalb von 60 Tagen zurück, außer getragenen Schuhen und abgebrannten Kerzen. Große Stücke holen wir bei dir ab.',
    ],
  },
  'size-guide': {
    title: 'Größentabelle',
    text: [
      'Oberteile gibt es von XS bis XL. Miss ein Hemd, das dir passt, flach von Achsel zu Achsel: 46 cm sind XS, jede Größe hat 4 cm mehr.',
      'Bei Hosen steht die Bundweite in Zoll. Zwischen zwei Schuhgrößen nimm die größere.',
    ],
  },
  'care-guide': {
    title: 'Pflege',
    text: [
      'Leinen wird gern oft gewaschen, Wolle fast nie. Beides kalt, und Wolle liegend trocknen.',
      'Holztische zweimal im Jahr ölen. Gusseisen mit einem Tropfen Öl eine Stunde in den Ofen. Den Docht kürzen, bevor die Kerze brennt.',
    ],
  },
  sustainability: {
    title: 'Nachhaltigkeit',
    text: [
      'Ein Fünftel unseres Sortiments ist bio, recycelt oder beides und trägt ein Blatt.',
      'Wir reparieren, was wir verkaufen, nehmen Schuhe zurück und packen in Papier.',
    ],
  },
  contact: {
    title: 'Kontakt',
    text: [
      'Schreib uns jederzeit; wir antworten werktags zwischen neun und fünf.',
      'Bei größeren Bestellungen nenn uns den Umfang, dann schicken wir den Katalog für Gewerbe.',
    ],
  },
  'how-to-choose-a-sofa': {
    title: 'Ein Sofa, das bleibt',
    text: [
      'Miss die Tür vor der Wand. Setz dich so hinein wie zu Hause, nicht wie im Geschäft.',
      '95 cm Tiefe passen zu Menschen, die sich einrollen, 85 cm zu denen, die sich unterhalten. Samt verbirgt Haustiere, Leinen verbirgt nichts und altert schön, Leder braucht Geduld.',
    ],
  },
  'five-lamps-one-room': {
    title: 'Fünf Lampen, ein Raum',
    text: [
      'Ein Licht an der Decke macht einen Raum flach. Stell eine Stehlampe hinter den Sessel, eine Tischlampe auf Ellbogenhöhe, eine kleine ins Regal, und häng die Pendelleuchte tief über den Tisch.',
      'Warme Leuchtmittel mit 2700 Kelvin tun das Übrige.',
    ],
  },
  'one-good-pan': {
    title: 'Für eine gute Pfanne',
    text: [
      'Eine gusseiserne Pfanne mit 28 cm brät, schmort, backt und überlebt ihren Besitzer. Langsam erhitzen, Holz benutzen, gleich abtrocknen.',
      'Zwei Töpfe daneben, ein tiefer und ein kleiner, und die Küche ist vollständig.',
    ],
  },
  'a-capsule-of-ten-pieces': {
    title: 'Zehn Stücke genügen',
    text: [
      'Drei T-Shirts, zwei Hemden, ein Pullover, eine Jacke, zwei Hosen und Sneaker: zwei neutrale Töne und eine Farbe, und jedes Stück passt zu jedem.',
      'Alles zusammen passt in einen Rucksack mit 18 Litern.',
    ],
  },
  'which-pot-for-which-plant': {
    title: 'Welcher Topf für welche Pflanze',
    text: [
      'Sukkulenten mögen Terrakotta, weil es austrocknet; Farne mögen Glasur, weil sie das nicht tut.',
      'Immer nur eine Größe weiter. Ein Loch im Boden ist mehr wert als jede Ausstattung.',
    ],
  },
  'gifts-that-are-used-up': {
    title: 'Geschenke, die sich verbrauchen',
    text: [
      'Eine Kerze, ein gutes Handtuch, ein Becher nur für eine Person: Geschenke, die ihren Ort finden, ohne Platz zu brauchen.',
      'Das meiste, was wir selbst verschenken, kostet weniger als fünfzig Dollar.',
    ],
  },
}
