import type { PhoneClock } from './commands.ts'
import { type Intent, makeIntent } from './intents.ts'
import { type Random, randomFrom } from './random.ts'
import { someWeather, type Weather } from './weather.ts'

export const PHONES = [0, 1] as const
export const TABS = [0, 1, 2] as const
export type PhoneNumber = (typeof PHONES)[number]
export type TabNumber = (typeof TABS)[number]

export type Step =
  /** With `waits` the carer sees the change saved before anything else happens. */
  | { do: 'act'; phone: PhoneNumber; tab: TabNumber; intent: Intent; waits: boolean }
  /** Both carers take up the same record, and one edits it while the other deletes it. */
  | { do: 'clash'; phone: PhoneNumber; tab: TabNumber; edit: Intent; removal: Intent; waits: boolean }
  | { do: 'weather'; phone: PhoneNumber; weather: Weather }
  | { do: 'airplane'; phone: PhoneNumber; on: boolean }
  | { do: 'clock'; phone: PhoneNumber; clock: PhoneClock }
  | { do: 'open'; phone: PhoneNumber; tab: TabNumber }
  | { do: 'close'; phone: PhoneNumber; tab: TabNumber }
  | { do: 'reload'; phone: PhoneNumber; tab: TabNumber }
  /** The tab is frozen in the middle of whatever it does, as phones do with tabs in the background. */
  | { do: 'freeze'; phone: PhoneNumber; tab: TabNumber }
  | { do: 'thaw'; phone: PhoneNumber; tab: TabNumber }
  /** Another tab comes in front of this one, or goes away again. */
  | { do: 'hide'; phone: PhoneNumber; tab: TabNumber; hidden: boolean }
  /** The browser gets SIGKILL so long after these changes began. */
  | { do: 'kill phone'; phone: PhoneNumber; tab: TabNumber; intents: Intent[]; afterMs: number }
  | { do: 'start phone'; phone: PhoneNumber }
  /** The server gets SIGKILL, and so does its database when the power goes. */
  | { do: 'kill server'; powerCut: boolean }
  | { do: 'start server' }
  | { do: 'retry' | 'discard'; phone: PhoneNumber; tab: TabNumber }
  | { do: 'pause'; ms: number }

export interface Program {
  seed: number
  /** The product's clock of each phone is set as the server's FIXED_NOW would set it. */
  fixedNow: readonly [string | null, string | null]
  clocks: readonly [PhoneClock, PhoneClock]
  /** On some phones the third tab is the real app. */
  hasApp: readonly [boolean, boolean]
  /** Each phone begins with so many tabs. */
  tabs: readonly [number, number]
  /** Each phone's line has this weather once both have signed in. */
  weathers: readonly [Weather, Weather]
  steps: Step[]
  /** In the end calls that hang are cut off, as at the end of a tunnel, or left to run out of time. */
  cutsHeld: boolean
  /** In most programs the carers then recover what the other’s deletions took from them. */
  recovers: boolean
  /** The last change in the steps has this number, so that later ones can go on from it. */
  lastMark: number
}

const FIXED_NOWS = [null, '2025-08-11', '2025-08-11T16:20'] as const
const HOUR_MS = 3_600_000

const STEP_WEIGHTS = {
  act: 60,
  clash: 1.5,
  weather: 8,
  airplane: 3,
  clock: 3,
  open: 7,
  close: 2,
  reload: 4,
  freeze: 0.6,
  hide: 3,
  'kill phone': 1.5,
  'kill server': 1,
  retry: 0.6,
  discard: 0.6,
  pause: 8,
}

export function makeProgram(seed: number): Program {
  const random = randomFrom(seed)
  const length = random.between(40, 90)
  const maker = new StepMaker(random)
  return {
    seed,
    fixedNow: [random.pick(FIXED_NOWS), random.pick(FIXED_NOWS)],
    clocks: [someClock(random), someClock(random)],
    hasApp: [random.chance(0.25), random.chance(0.25)],
    tabs: [random.between(1, 3), random.between(1, 3)],
    weathers: [someWeather(random), someWeather(random)],
    steps: Array.from({ length }, () => maker.next()),
    cutsHeld: random.chance(0.7),
    recovers: random.chance(0.8),
    get lastMark() {
      return maker.lastMark
    },
  }
}

/** The maker knows what is down, so that it comes back some time and no step is spent on a dead phone. */
class StepMaker {
  private readonly random: Random
  lastMark = 0
  private isServerUp = true
  private readonly dead = new Set<PhoneNumber>()
  private readonly inAirplane = new Set<PhoneNumber>()
  private readonly frozen = new Map<PhoneNumber, TabNumber>()

  constructor(random: Random) {
    this.random = random
  }

  next(): Step {
    const { random } = this
    if (!this.isServerUp && random.chance(0.15)) return this.startServer()
    const phone = random.pick(PHONES)
    if (this.dead.has(phone)) {
      if (random.chance(0.3)) return this.startPhone(phone)
      return { do: 'pause', ms: random.between(0, 300) }
    }
    const sleeping = this.frozen.get(phone)
    if (sleeping !== undefined && random.chance(0.05)) return this.thaw(phone, sleeping)
    return this.onPhone(phone, random.pick(TABS))
  }

  private onPhone(phone: PhoneNumber, tab: TabNumber): Step {
    const { random } = this
    const kind = random.weighted(STEP_WEIGHTS)
    switch (kind) {
      case 'act':
        return { do: kind, phone, tab, intent: this.intent(), waits: random.chance(0.7) }
      case 'clash':
        return {
          do: kind,
          phone,
          tab,
          edit: this.intent('edit'),
          removal: this.intent('delete'),
          waits: random.chance(0.5),
        }
      case 'weather':
        return { do: kind, phone, weather: someWeather(random) }
      case 'airplane':
        return this.toggleAirplane(phone)
      case 'clock':
        return { do: kind, phone, clock: someClock(random) }
      case 'open':
      case 'close':
      case 'reload':
      case 'retry':
      case 'discard':
        return { do: kind, phone, tab }
      case 'freeze':
        this.frozen.set(phone, tab)
        return { do: kind, phone, tab }
      case 'hide':
        return { do: kind, phone, tab, hidden: random.chance(0.6) }
      case 'kill phone':
        return this.killPhone(phone, tab)
      case 'kill server':
        return this.killServer()
      case 'pause':
        return { do: kind, ms: this.pauseMs() }
    }
  }

  /** Now and then a pause outlasts the app's wait for an answer, or for a frozen tab that holds the lock. */
  private pauseMs(): number {
    const { random } = this
    if (this.frozen.size > 0 && random.chance(0.15)) return 31_000
    return random.chance(0.04) ? 11_000 : random.between(0, 1500)
  }

  private intent(kind?: 'edit' | 'delete'): Intent {
    this.lastMark += 1
    return makeIntent(this.random, this.lastMark, kind)
  }

  private toggleAirplane(phone: PhoneNumber): Step {
    const on = !this.inAirplane.has(phone)
    if (on) this.inAirplane.add(phone)
    else this.inAirplane.delete(phone)
    return { do: 'airplane', phone, on }
  }

  private killPhone(phone: PhoneNumber, tab: TabNumber): Step {
    const { random } = this
    this.dead.add(phone)
    this.frozen.delete(phone)
    this.inAirplane.delete(phone)
    const intents = Array.from({ length: random.between(0, 4) }, () => this.intent())
    return { do: 'kill phone', phone, tab, intents, afterMs: random.between(0, 40) }
  }

  private startPhone(phone: PhoneNumber): Step {
    this.dead.delete(phone)
    return { do: 'start phone', phone }
  }

  private killServer(): Step {
    if (!this.isServerUp) return this.startServer()
    this.isServerUp = false
    return { do: 'kill server', powerCut: this.random.chance(0.3) }
  }

  private startServer(): Step {
    this.isServerUp = true
    return { do: 'start server' }
  }

  private thaw(phone: PhoneNumber, tab: TabNumber): Step {
    this.frozen.delete(phone)
    return { do: 'thaw', phone, tab }
  }
}

function someClock(random: Random): PhoneClock {
  if (random.chance(0.5)) return { kind: 'right' }
  if (random.chance(0.3)) return { kind: 'frozen', at: Date.UTC(2025, 7, random.between(1, 28)) }
  const byMs = random.pick([-1, 1]) * random.pick([1, 24, 400 * 24]) * HOUR_MS
  return { kind: 'off', byMs }
}
