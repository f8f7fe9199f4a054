import { setTimeout as sleep } from 'node:timers/promises'
import type { Phone } from '../phone/phone.ts'
import { commandFor } from '../program/command-for.ts'
import type { View } from '../program/commands.ts'
import { PERSON } from '../program/family-program.ts'
import { exportedFile } from '../program/files.ts'
import { type Intent, startOf } from '../program/intents.ts'
import { Memory } from '../program/memory.ts'
import { type PhoneNumber, type Program, type Step, TABS, type TabNumber } from '../program/program.ts'
import { type Cast, carryOut, lookIfThere, phoneOf, signInAgain } from './cast.ts'
import { stepInWords } from './trace-words.ts'

/** Plays the steps one after the other, while changes that nobody waits for go on. */
export async function play(program: Program, cast: Cast): Promise<void> {
  const player = new Player(cast)
  for (const { number, tabs, weather } of program.phones) {
    const phone = phoneOf(cast.phones, number)
    for (const tab of TABS.slice(0, tabs)) await phone.open(tab)
    phone.line.weather = weather
  }
  for (const step of program.steps) {
    cast.trace(stepInWords(step))
    await player.take(step)
  }
  await player.settle()
}

type ExportIntent = Extract<Intent, { kind: 'export' }>
type Clash = Extract<Step, { do: 'clash' }>
type OnPhone = Exclude<Step, { do: 'pause' | 'kill server' | 'start server' | 'access' }>

class Player {
  private readonly cast: Cast
  private readonly underWay = new Set<Promise<void>>()
  private readonly memory = new Memory()
  private hand: Promise<void> = Promise.resolve()
  /** These errors came up in changes that nobody waited for; `settle` throws the first. */
  private readonly errors: unknown[] = []

  constructor(cast: Cast) {
    this.cast = cast
  }

  async settle(): Promise<void> {
    await Promise.all(this.underWay)
    if (this.errors.length > 0) throw this.errors[0]
  }

  async take(step: Step): Promise<void> {
    const { phones, server, losses, family } = this.cast
    switch (step.do) {
      case 'pause':
        await sleep(step.ms)
        return
      case 'kill server':
        losses.serverKills += 1
        if (step.powerCut) losses.powerCuts += 1
        return server.kill(step.powerCut)
      case 'start server':
        return server.start()
      case 'access':
        return server.isUp ? family?.change(step, this.cast) : undefined
      default: {
        const phone = phoneOf(phones, step.phone)
        if (phone.isOn || step.do === 'start phone') await this.onPhone(step, phone)
      }
    }
  }

  private async onPhone(step: OnPhone, phone: Phone): Promise<void> {
    const { losses, server } = this.cast
    switch (step.do) {
      case 'act': {
        const done = this.act(step.phone, step.tab, step.intent)
        if (step.waits) await done
        return
      }
      case 'clash': {
        const done = this.clash(step)
        if (step.waits) await done
        return
      }
      case 'weather':
        phone.line.weather = step.weather
        return phone.line.dropHeld()
      case 'airplane':
        return phone.setAirplane(step.on)
      case 'clock':
        return phone.setClock(step.clock)
      case 'open':
        return phone.open(step.tab)
      case 'close':
        return phone.openTabs.length > 1 ? phone.close(step.tab) : undefined
      case 'reload':
        losses.reloads += 1
        return phone.reload(step.tab)
      case 'freeze':
        if (phone.openTabs.length < 2) return
        // Saves under way are waited for, because in a frozen tab they would rightly hang.
        await this.settle()
        return phone.freeze(step.tab)
      case 'thaw':
        return phone.thaw(step.tab)
      case 'hide':
        return phone.setHidden(step.tab, step.hidden)
      case 'kill phone': {
        losses.phoneKills += 1
        for (const intent of step.intents) void this.act(step.phone, step.tab, intent)
        await sleep(step.afterMs)
        return phone.kill()
      }
      case 'start phone':
        await phone.start()
        return server.isUp ? signInAgain(phone, this.cast) : undefined
      case 'retry':
      case 'discard':
        return this.settleRefused(step.phone, step.tab, step.do)
    }
  }

  private async clash({ phone, tab, edit, removal }: Clash): Promise<void> {
    const other = phone === 0 ? 1 : 0
    const [here, there] = [await this.recordsOn(phone, tab), await this.recordsOn(other, tab)]
    const common = here.find((id) => there.includes(id))
    if (common === undefined) return
    await Promise.all([this.act(phone, tab, edit, common), this.act(other, tab, removal, common)])
  }

  private async recordsOn(number: PhoneNumber, wanted: TabNumber): Promise<string[]> {
    const phone = phoneOf(this.cast.phones, number)
    const tab = phone.awakeTab(wanted)
    const view = tab === null ? null : await lookIfThere(phone, tab)
    return view?.records.map(({ id }) => id) ?? []
  }

  /** @param only is the record it is meant for; without it one is chosen from all that the tab shows. */
  private act(number: PhoneNumber, wanted: TabNumber, intent: Intent, only?: string): Promise<void> {
    const phone = phoneOf(this.cast.phones, number)
    const acted = phone.isAppTab(wanted)
      ? this.byHand(() => this.tapStart(number, wanted, intent.mark))
      : this.actNow(number, wanted, intent, only)
    const noted = acted.catch((error: unknown) => void this.errors.push(error))
    const done = noted.finally(() => this.underWay.delete(done))
    this.underWay.add(done)
    return done
  }

  private byHand(tap: () => Promise<void>): Promise<void> {
    this.hand = this.hand.then(tap)
    return this.hand
  }

  private async actNow(number: PhoneNumber, wanted: TabNumber, intent: Intent, only?: string): Promise<void> {
    const phone = phoneOf(this.cast.phones, number)
    const tab = phone.awakeTab(wanted)
    const view = tab === null ? null : await lookIfThere(phone, tab)
    if (tab === null || view === null || !this.mayWrite(number, view)) return
    if (intent.kind === 'export') return this.export(phone, tab, intent)
    const records = view.records.filter(({ id }) => only === undefined || id === only)
    const command = commandFor(intent, number, { ...view, records }, this.memory)
    if (command === null) return
    this.memory.startsOn(number, command)
    const outcome = await carryOut(this.cast, number, tab, intent.mark, command)
    this.memory.note(number, command, view, outcome)
  }

  private async export(phone: Phone, tab: TabNumber, { mark, format }: ExportIntent): Promise<void> {
    const exported = await phone.exportAll(tab, format)
    if (exported === null) return
    this.memory.files.push(exportedFile(`exportado ${mark}`, format, exported))
    this.cast.trace(`    ${phone.name}${tab} #${mark} exporta ${exported.records.length} registros`)
  }

  /** Starts a nap on the real app, whatever the intent was, because the app is handled by taps on its one form. */
  private async tapStart(number: PhoneNumber, tab: TabNumber, mark: number): Promise<void> {
    const { history, phones, trace } = this.cast
    const phone = phoneOf(phones, number)
    const draft = startOf(mark)
    if (!(await phone.fillStart(tab, draft.start_time))) return
    const deed = history.begin(number, mark, { do: 'start', draft })
    const outcome = await phone.confirmStart(tab)
    history.end(deed, outcome)
    trace(`    ${phone.name}${tab} #${mark} toca el inicio de una siesta ⇒ ${JSON.stringify(outcome)}`)
  }

  private async settleRefused(
    number: PhoneNumber,
    wanted: TabNumber,
    how: 'retry' | 'discard',
  ): Promise<void> {
    const phone = phoneOf(this.cast.phones, number)
    const tab = phone.awakeTab(wanted)
    const view = tab === null ? null : await lookIfThere(phone, tab)
    const [refused] = view?.refused ?? []
    if (tab === null || refused === undefined) return
    this.cast.trace(
      `    ${phone.name}${tab} ${how === 'retry' ? 'reintenta' : 'descarta'} ${JSON.stringify(refused)}`,
    )
    if (how === 'discard') this.cast.history.givenUp.push({ phone: number, rowId: refused.rowId })
    await phone.settleRefused(tab, how, refused.seq)
  }

  /**
   * The app's screens offer nothing to change to somebody who may only look. A browser that was killed may have lost
   * which diary it showed, and the carer, who knows where the family's is, logs nothing in another one.
   */
  private mayWrite(number: PhoneNumber, { isSignedIn, place }: View): boolean {
    const { family } = this.cast
    if (!isSignedIn || place === null || place.role === 'viewer') return false
    return family === null || number === PERSON || place.familyId === family.id
  }
}
