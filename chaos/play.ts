import { setTimeout as sleep } from 'node:timers/promises'
import { commandFor } from './command-for.ts'
import { exportedFile } from './files.ts'
import { type Intent, startOf } from './intents.ts'
import { Memory } from './memory.ts'
import type { Phone } from './phone.ts'
import { PHONES, type PhoneNumber, type Program, type Step, TABS, type TabNumber } from './program.ts'
import { lookIfThere, perform, type Stage, signInAgain } from './stage.ts'

/** Plays the steps one after the other. Changes nobody waits for go on meanwhile. */
export async function play(program: Program, stage: Stage): Promise<void> {
  const player = new Player(stage)
  for (const number of PHONES) {
    const phone = stage.phones[number]
    for (const tab of TABS.slice(0, program.tabs[number])) await phone.open(tab)
    phone.line.weather = program.weathers[number]
  }
  for (const step of program.steps) {
    stage.trace(inWords(step))
    await player.take(step)
  }
  await player.settle()
}

type ExportIntent = Extract<Intent, { kind: 'export' }>
type Clash = Extract<Step, { do: 'clash' }>
type OnPhone = Exclude<Step, { do: 'pause' | 'kill server' | 'start server' }>

class Player {
  private readonly stage: Stage
  private readonly underWay = new Set<Promise<void>>()
  private readonly memory = new Memory()
  private hand: Promise<void> = Promise.resolve()
  /** Of the harness, in what nobody waited for. */
  private readonly errors: unknown[] = []

  constructor(stage: Stage) {
    this.stage = stage
  }

  async settle(): Promise<void> {
    await Promise.all(this.underWay)
    if (this.errors.length > 0) throw this.errors[0]
  }

  async take(step: Step): Promise<void> {
    const { phones, server, losses } = this.stage
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
      default: {
        const phone = phones[step.phone]
        if (phone.isOn || step.do === 'start phone') await this.onPhone(step, phone)
      }
    }
  }

  private async onPhone(step: OnPhone, phone: Phone): Promise<void> {
    const { losses, server } = this.stage
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
        // A carer's save is no victim here: it would rightly hang.
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
        return server.isUp ? signInAgain(phone, this.stage) : undefined
      case 'retry':
      case 'discard':
        return this.settleRefused(phone, step.tab, step.do)
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
    const phone = this.stage.phones[number]
    const tab = phone.awakeTab(wanted)
    const view = tab === null ? null : await lookIfThere(phone, tab)
    return view?.records.map(({ id }) => id) ?? []
  }

  /** @param only the record it is meant for; else it is chosen from all that the tab shows. */
  private act(number: PhoneNumber, wanted: TabNumber, intent: Intent, only?: string): Promise<void> {
    const phone = this.stage.phones[number]
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
    const phone = this.stage.phones[number]
    const tab = phone.awakeTab(wanted)
    const view = tab === null ? null : await lookIfThere(phone, tab)
    if (tab === null || view === null || !view.isSignedIn) return
    if (intent.kind === 'export') return this.export(phone, tab, intent)
    const records = view.records.filter(({ id }) => only === undefined || id === only)
    const command = commandFor(intent, number, { ...view, records }, this.memory)
    if (command === null) return
    this.memory.startsOn(number, command)
    const outcome = await perform(this.stage, number, tab, intent.mark, command)
    this.memory.note(number, command, view, outcome)
  }

  private async export(phone: Phone, tab: TabNumber, { mark, format }: ExportIntent): Promise<void> {
    const exported = await phone.exportAll(tab, format)
    if (exported === null) return
    this.memory.files.push(exportedFile(`export ${mark}`, format, exported))
    this.stage.trace(`    ${phone.name}${tab} #${mark} exports ${exported.records.length} records`)
  }

  /** On the real app, which is held by one hand: whatever was meant becomes the start of a nap. */
  private async tapStart(number: PhoneNumber, tab: TabNumber, mark: number): Promise<void> {
    const { history, phones, trace } = this.stage
    const phone = phones[number]
    const draft = startOf(mark)
    if (!(await phone.fillStart(tab, draft.start_time))) return
    const deed = history.begin(number, mark, { do: 'start', draft })
    const outcome = await phone.confirmStart(tab)
    history.end(deed, outcome)
    trace(`    ${phone.name}${tab} #${mark} taps the start of a nap ⇒ ${JSON.stringify(outcome)}`)
  }

  private async settleRefused(phone: Phone, wanted: TabNumber, how: 'retry' | 'discard'): Promise<void> {
    const tab = phone.awakeTab(wanted)
    const view = tab === null ? null : await lookIfThere(phone, tab)
    const [refused] = view?.refused ?? []
    if (tab === null || refused === undefined) return
    this.stage.trace(`    ${phone.name}${tab} ${how} ${JSON.stringify(refused)}`)
    if (how === 'discard') this.stage.history.givenUp.add(refused.rowId)
    await phone.settleRefused(tab, how, refused.seq)
  }
}

function inWords(step: Step): string {
  return Object.values(step)
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join(' ')
}
