import type { PhoneClock } from './commands.ts'
import { type AccessChange, FAMILY_INTENTS, IF_IN, IF_OUT, isFamilyProgram } from './family-program.ts'
import { FIRST_RECORDS, type Intent, makeIntent } from './intents.ts'
import { type Random, randomFrom } from './random.ts'
import { someWeather, type Weather } from './weather.ts'

const PHONES = [0, 1] as const
const FAMILY_PHONES = [0, 1, 2] as const
export const TABS = [0, 1, 2] as const
export type PhoneNumber = (typeof FAMILY_PHONES)[number]
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
  /** In a family, what the person may do there changes. */
  | ({ do: 'access' } & AccessChange)

/** How a phone begins. */
export interface PhoneStart {
  number: PhoneNumber
  /** The product's clock is set as the server's FIXED_NOW would set it. */
  fixedNow: string | null
  clock: PhoneClock
  /** On some phones the third tab is the real app. */
  hasApp: boolean
  /** The phone begins with so many tabs. */
  tabs: number
  /** The phone's line has this weather once all have signed in. */
  weather: Weather
}

export interface Program {
  seed: number
  /** Three accounts share a family, each on a phone of its own; else one account has two phones. */
  isFamily: boolean
  phones: readonly PhoneStart[]
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
  access: 0,
}

/** A refused change is never given up here, because it must be there in the end. */
const FAMILY_STEP_WEIGHTS = { ...STEP_WEIGHTS, clash: 0, discard: 0, retry: 2, access: 12 }

export function makeProgram(seed: number): Program {
  const random = randomFrom(seed)
  const isFamily = isFamilyProgram(seed)
  const length = random.between(40, 90)
  const maker = new StepMaker(random, isFamily)
  const numbers: readonly PhoneNumber[] = isFamily ? FAMILY_PHONES : PHONES
  const eachPhone = <T>(draw: () => T) => numbers.map(draw)
  const [fixedNows, clocks] = [eachPhone(() => random.pick(FIXED_NOWS)), eachPhone(() => someClock(random))]
  // The real app would ask its carer what is to become of a diary that was left.
  const hasApp = eachPhone(() => random.chance(isFamily ? 0 : 0.25))
  const [tabs, weathers] = [eachPhone(() => random.between(1, 3)), eachPhone(() => someWeather(random))]
  return {
    seed,
    isFamily,
    phones: numbers.map((number) => ({
      number,
      fixedNow: fixedNows[number] ?? null,
      clock: clocks[number] ?? { kind: 'right' },
      hasApp: hasApp[number] ?? false,
      tabs: tabs[number] ?? 1,
      weather: weathers[number] ?? 'clear',
    })),
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
  private readonly isFamily: boolean
  lastMark = 0
  private isServerUp = true
  private readonly dead = new Set<PhoneNumber>()
  private readonly inAirplane = new Set<PhoneNumber>()
  private readonly frozen = new Map<PhoneNumber, TabNumber>()

  constructor(random: Random, isFamily: boolean) {
    this.random = random
    this.isFamily = isFamily
  }

  next(): Step {
    const { random } = this
    if (!this.isServerUp && random.chance(0.15)) return this.startServer()
    const phone = random.pick<PhoneNumber>(this.isFamily ? FAMILY_PHONES : PHONES)
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
    const kind = random.weighted(this.isFamily ? FAMILY_STEP_WEIGHTS : STEP_WEIGHTS)
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
      case 'access':
        return { do: kind, ifIn: random.weighted(IF_IN), ifOut: random.weighted(IF_OUT) }
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
    const isAny = kind === undefined && this.isFamily && this.lastMark > FIRST_RECORDS
    return makeIntent(this.random, this.lastMark, isAny ? this.random.weighted(FAMILY_INTENTS) : kind)
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
