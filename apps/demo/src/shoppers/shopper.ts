import { createRandom, type Random } from '../random.ts'
import type { PlantedTruth } from './planted-truth.ts'
import type { Assortment } from './assortment.ts'
import { createTaste, type Taste, type TasteChoices } from './taste.ts'

export interface Device {
  visitorId: string
  clientId: string
  userAgent: string
  screen: { width: number; height: number }
  channel: 'HYDROGEN' | 'MOBILE'
}

export interface Shopper {
  number: number
  taste: Taste
  devices: readonly Device[]
  /** Undefined for guests. */
  customerId: string | undefined
  language: string
  /** If true, the person's events carry no ids. */
  declinesAnalytics: boolean
  activity: number
}

const SCREENS = {
  desktop: { width: 1920, height: 1080 },
  laptop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const

const DEVICES: readonly (Pick<Device, 'userAgent' | 'screen' | 'channel'> & { share: number })[] = [
  {
    share: 30,
    channel: 'HYDROGEN',
    screen: SCREENS.phone,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
  },
  {
    share: 24,
    channel: 'HYDROGEN',
    screen: SCREENS.phone,
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
  },
  {
    share: 20,
    channel: 'HYDROGEN',
    screen: SCREENS.desktop,
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36',
  },
  {
    share: 14,
    channel: 'HYDROGEN',
    screen: SCREENS.laptop,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  },
  {
    share: 6,
    channel: 'HYDROGEN',
    screen: SCREENS.laptop,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0',
  },
  {
    share: 6,
    channel: 'MOBILE',
    screen: SCREENS.phone,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  },
]

const LANGUAGES = ['en-US', 'en-US', 'en-US', 'en-GB', 'de-DE', 'fr-FR']

export function createShoppers(
  seed: string,
  given: { assortment: Assortment; truth: PlantedTruth; count: number },
): Shopper[] {
  const choices = choicesOf(given.assortment, given.truth)
  return Array.from({ length: given.count }, (_, number) => createShopper(seed, number, choices))
}

export function choicesOf(assortment: Assortment, truth: PlantedTruth): TasteChoices {
  const colors = [...new Set(assortment.items.flatMap((item) => item.facts.colors))].sort()
  return {
    productTypes: [...assortment.byType.keys()],
    colors,
    vendorsOf: (type: string) => [...new Set(assortment.byType.get(type)?.map((item) => item.facts.vendor))],
    complementsOf: (type: string) => truth.complements.get(type) ?? [],
  }
}

export function createShopper(seed: string, number: number, choices: TasteChoices): Shopper {
  const random = createRandom(seed, 'shopper', number)
  const registered = random.chance(0.55)
  const deviceCount = registered && random.chance(0.45) ? 2 : 1
  return {
    number,
    taste: createTaste(random, choices),
    devices: Array.from({ length: deviceCount }, () => createDevice(random)),
    customerId: registered ? String(7_800_000_000_000 + number) : undefined,
    language: random.pick(LANGUAGES),
    declinesAnalytics: random.chance(0.03),
    // A few people come often; most come once or twice.
    activity: Math.exp(random.normal() * 0.9),
  }
}

function createDevice(random: Random): Device {
  const { userAgent, screen, channel } = random.weighted(DEVICES, (device) => device.share)
  return { visitorId: newUuid(random), clientId: newUuid(random), userAgent, screen, channel }
}

export function newUuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.int(0, 15).toString(16))
  digits[12] = '4'
  digits[16] = random.pick(['8', '9', 'a', 'b'])
  const text = digits.join('')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}
