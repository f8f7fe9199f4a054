import type { Random } from './random.ts'

/** A fate is what happens to one call on its way. */
export type Fate =
  | 'answered'
  | 'slow'
  /** The connection breaks before the server hears of it. */
  | 'refused'
  /** This is lie-fi: the socket accepts the call and never answers. */
  | 'swallowed'
  /** The server does what it was asked, and the answer never comes while the connection stands. */
  | 'answer swallowed'
  /** The server does what it was asked, and the connection breaks ahead of the answer. */
  | 'answer lost'
  /** Half of the answer comes, and then the connection breaks. */
  | 'answer torn'
  /** The call reaches the server long after the phone has given up on it. */
  | 'late'
  | '401'
  | '429'
  | '5xx'
  /** A gateway lost patience and says 5xx, though the server has done what it was asked. */
  | '5xx after'
  /** The portal of a hotel or a train answers instead of the server. */
  | 'portal'

/** A weather gives each fate its share of the calls. */
type Shares = Partial<Record<Fate, number>>

const WEATHERS = {
  clear: { answered: 1 },
  'no network': { refused: 1 },
  'lie-fi': { swallowed: 6, late: 2, 'answer swallowed': 2 },
  'lost answers': { answered: 4, 'answer lost': 5, 'answer torn': 1 },
  flaky: { answered: 8, slow: 4, refused: 3, 'answer lost': 3, 'answer torn': 2, swallowed: 1, late: 1 },
  'bad tokens': { answered: 5, '401': 4 },
  busy: { answered: 5, '429': 2, slow: 2 },
  'bad gateway': { answered: 4, '5xx': 3, '5xx after': 3 },
  portal: { portal: 1 },
  'slow line': { slow: 1 },
  storm: {
    answered: 10,
    slow: 2,
    refused: 1,
    swallowed: 1,
    'answer swallowed': 1,
    'answer lost': 2,
    'answer torn': 1,
    late: 1,
    '401': 1,
    '429': 0.5,
    '5xx': 1,
    '5xx after': 1,
    portal: 1,
  },
} as const satisfies Record<string, Shares>

export type Weather = keyof typeof WEATHERS

const HOW_OFTEN: Readonly<Record<Weather, number>> = {
  clear: 3,
  'no network': 3,
  'lie-fi': 1.5,
  'lost answers': 3,
  flaky: 3,
  'bad tokens': 2,
  busy: 1,
  'bad gateway': 2,
  portal: 2,
  'slow line': 2,
  storm: 3,
}

export function someWeather(random: Random): Weather {
  return random.weighted(HOW_OFTEN)
}

export function someFate(random: Random, weather: Weather): Fate {
  // Weathers name some of the fates; what they leave out is never drawn.
  return random.weighted<Fate>({ answered: 0, ...WEATHERS[weather] } as Record<Fate, number>)
}
