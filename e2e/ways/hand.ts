import { expect } from '@playwright/test'
import type { Phone, Role, Where } from '../engines/phone.ts'
import type { Account, ServerProcess } from '../kit/server-process.ts'

type Tab = 'Diario' | 'Gráfico' | 'Añadir descanso' | 'Plan' | 'BSC'

/** Does what a carer does with a phone of whichever engine, by role and Spanish name. */
export class Hand {
  readonly phone: Phone
  private readonly expected: RegExp[] = []
  private readonly server: ServerProcess

  constructor(phone: Phone, server: ServerProcess) {
    this.phone = phone
    this.server = server
  }

  /** Allows lines in the console that are part of the story. */
  expectComplaint(line: RegExp): void {
    this.expected.push(line)
  }

  unexpected(): string[] {
    return this.phone.complaints().filter((line) => !this.expected.some((part) => part.test(line)))
  }

  async open(): Promise<void> {
    await this.phone.open(this.server.url)
  }

  async signIn(account: Account): Promise<void> {
    await this.open()
    await this.enterPassword(account)
    await this.sees('Gráfico')
  }

  async enterPassword({ email, password }: Account): Promise<void> {
    await this.phone.fill('Email', email)
    await this.phone.fill('Contraseña', password)
    await this.press('Iniciar Sesión')
  }

  async signOut(): Promise<void> {
    await this.press('Cerrar sesión')
    await this.press('Cerrar sesión', { in: ['alertdialog'] })
    await this.sees('Iniciar Sesión')
    // The login is there at once. A page that goes before the session is over complains of the call that it cut.
    const kept = "['nana-auth', 'nana-leaving'].filter((key) => key in localStorage).length"
    await expect.poll(() => this.phone.ask<number>(kept)).toBe(0)
  }

  /** Presses one of the buttons at the bottom of each screen. */
  goTo(tab: Tab): Promise<void> {
    return this.press(tab, { in: ['navigation', 'Gráfico'] })
  }

  press(button: string | RegExp, where?: Where): Promise<void> {
    return this.phone.press('button', button, where)
  }

  choose(radio: string | RegExp): Promise<void> {
    return this.phone.press('radio', radio)
  }

  async sees(text: string | RegExp, where?: Where['in']): Promise<void> {
    await soon(() => this.phone.text(where), typeof text === 'string' ? `«${text}»` : String(text)).toMatch(
      typeof text === 'string' ? new RegExp(literally(text)) : text,
    )
  }

  async seesNot(text: string, where?: Where['in']): Promise<void> {
    await soon(() => this.phone.text(where), `no «${text}»`).not.toContain(text)
  }

  async counts(role: Role, count: number, name?: string | RegExp, where?: Where): Promise<void> {
    await soon(() => this.phone.count(role, name, where), `${count} × ${role} ${name ?? ''}`).toBe(count)
  }

  async reads(label: string, value: string): Promise<void> {
    await soon(() => this.phone.value(label), label).toBe(value)
  }

  async toast(title: string, detail = ''): Promise<void> {
    // In one look, because it goes by itself.
    const words = new RegExp(`${literally(title)}.*${literally(detail)}`)
    await soon(() => this.phone.text(['toast', title]), `toast «${title}»`).toMatch(words)
  }

  /** Rests the pointer on the toast, which then stays for as long as a slow machine takes to reach its button. */
  async holdToast(): Promise<void> {
    const rests = `(() => {
      const toast = document.querySelector('[data-toast]')
      toast?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
      return toast !== null
    })()`
    await soon(() => this.phone.ask<boolean>(rests), 'a toast').toBe(true)
  }

  async logWakeUp(time = '08:20'): Promise<void> {
    await this.phone.fill('A qué hora despertó?', time)
    await this.press('Guardar')
    await this.toast('¡Despertar registrado!')
  }

  /** Logs a nap with both its ends by the form, and saves it. */
  async logNap(start: string, end: string): Promise<void> {
    await this.goTo('Añadir descanso')
    await this.phone.fill('Hora de inicio', start)
    await this.press('Confirmar hora de inicio')
    // The head that comes with the stored start moves the form; a press that is aimed before that goes beside.
    await this.toast('Hora de inicio guardada')
    await this.phone.fill('Hora de fin', end)
    await this.press('Confirmar hora de fin')
    await this.press('Guardar')
  }

  /** Opens another tab of the same browser, with nothing in it yet. */
  async newTab(): Promise<Hand> {
    return new Hand(await this.phone.newTab(), this.server)
  }

  async reload(): Promise<void> {
    await this.phone.reload()
  }

  /** Waits until what is on the phone has reached the server; the day in sight has to have a record. */
  async hasSent(): Promise<void> {
    // A record that isn't drawn yet has no mark either.
    await soon(() => this.phone.count('article'), 'a record').toBeGreaterThan(0)
    await this.seesNot('por enviar')
    await this.counts('img', 0, 'Por enviar')
  }

  /** Waits until the phone can start the app by itself. */
  async isKept(): Promise<void> {
    await this.phone.ask(
      'navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => true)',
    )
  }
}

/** Asks again until it is so. */
function soon<Value>(ask: () => Promise<Value>, what: string) {
  return expect.poll(ask, { message: what, intervals: [50, 50, 100, 100, 200] })
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
