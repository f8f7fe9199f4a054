import { setTimeout as sleep } from 'node:timers/promises'
import type { Witness } from '../judge/effect-log.ts'
import type { Phone } from '../phone/phone.ts'
import type { Kept, Place } from '../program/commands.ts'
import { type AccessChange, CARER, OWNER, PERSON } from '../program/family-program.ts'
import type { PhoneNumber } from '../program/program.ts'
import type { Accounts } from './accounts.ts'

const JOIN_TRIES = 10
const JOIN_AGAIN_MS = 500
const NAME = 'Persona'

/** Every cast has these. */
interface Scene {
  phones: readonly Phone[]
  trace: (text: string) => void
}

/** Three accounts share the first one's family, and what the third may do there changes. */
export class Family {
  /** The server told these things of the family while the person was let in no more. */
  readonly heard: string[] = []
  changes = 0
  private readonly accounts: Accounts
  private readonly witness: Witness
  /** Counts the times at which the person was let in, or may have been; odd while the person may be in. */
  private comings = 0

  constructor(accounts: Accounts, witness: Witness) {
    this.accounts = accounts
    this.witness = witness
  }

  get id(): string {
    return this.accounts.id(OWNER)
  }

  /** Lets both others in as carers, before their phones begin. */
  async begin(): Promise<void> {
    for (const number of [CARER, PERSON] as const) {
      const { token } = await this.invite('carer')
      await this.accounts.call(number, 'accept_invitation', { token })
    }
    this.comings = 1
  }

  /** Resolves to the place that this phone has to show when all is quiet. */
  async placeOf(number: PhoneNumber): Promise<Place> {
    const accountId = this.accounts.id(number)
    if (number === OWNER) return { accountId, familyId: this.id, role: 'owner' }
    const role = await this.roleOf(number)
    if (role === null) return { accountId, familyId: accountId, role: 'owner' }
    return { accountId, familyId: this.id, role }
  }

  /** Resolves to whether the person is in. */
  async isIn(): Promise<boolean> {
    return (await this.roleOf(PERSON)) !== null
  }

  /** Changes what the person may do. Nothing comes of it when the person's phone can't do its part. */
  async change({ ifIn, ifOut }: AccessChange, { phones, trace }: Scene): Promise<void> {
    const phone = phones[PERSON]
    const role = await this.roleOf(PERSON)
    const account_id = this.accounts.id(PERSON)
    if (role === null) await this.join(phone, ifOut)
    else if (ifIn === 'taken back') await this.accounts.call(OWNER, 'end_access', { account_id })
    else if (ifIn === 'leaves') await ask(phone, 'leave', this.id)
    else {
      const other = role === 'carer' ? 'viewer' : 'carer'
      const grant = { role: other, name: NAME, until: null }
      await this.accounts.call(OWNER, 'change_access', { account_id, ...grant })
    }
    const after = await this.roleOf(PERSON)
    if (after !== role) this.changes += 1
    trace(`    acceso: ${role} → ${after}`)
    if (after !== null) return
    if (this.comings % 2 === 1) this.comings += 1
    await this.askAsOutsider()
  }

  /** Follows invitations on a line that is clear. Resolves to whether one has worked. */
  async joinForGood(scene: Scene): Promise<boolean> {
    for (let tries = 0; tries < JOIN_TRIES && !(await this.isIn()); tries += 1) {
      await this.change({ ifIn: 'other role', ifOut: 'carer' }, scene)
      await sleep(JOIN_AGAIN_MS)
    }
    return this.isIn()
  }

  /** Hears what the server answers the person. Whatever was asked after the end may tell nothing of the family. */
  listen(): (answer: string) => void {
    const { comings } = this
    return (answer) => {
      const wasOut = comings % 2 === 0 && comings === this.comings
      if (wasOut && answer.includes(this.id)) this.heard.push(`el servidor contestó ${answer.slice(0, 200)}`)
    }
  }

  async kept(phone: Phone | undefined): Promise<Kept> {
    const text = await ask(phone, 'keptOf', this.id)
    if (text === null) throw new Error('El móvil no dice qué guarda de la familia.')
    return JSON.parse(text) as Kept // Our own page wrote it from such a value.
  }

  private async join(phone: Phone | undefined, role: string): Promise<void> {
    const { id, token } = await this.invite(role)
    // From here on the person may be in at any moment, also when the phone never hears of it.
    if (this.comings % 2 === 0) this.comings += 1
    await ask(phone, 'join', token)
    // A call that arrives late finds it gone, so whoever is out now stays out.
    await this.accounts.call(OWNER, 'withdraw_invitation', { id })
  }

  /** Asks for all rows of the family, as the phone of a person who is out no more does. */
  private async askAsOutsider(): Promise<void> {
    for (const table of ['baby_info', 'sleep_plans', 'sleep_records', 'deleted_rows', 'sync_state']) {
      const answer = await this.accounts.read(PERSON, `${table}?user_id=eq.${this.id}`)
      if (answer !== '[]') this.heard.push(`${table} contestó ${answer.slice(0, 200)}`)
    }
  }

  private async invite(role: string): Promise<{ id: string; token: string }> {
    const made = await this.accounts.call(OWNER, 'invite_to_family', { role, name: NAME, until: null })
    return JSON.parse(made) as { id: string; token: string }
  }

  private async roleOf(number: PhoneNumber): Promise<'carer' | 'viewer' | null> {
    const account = this.accounts.id(number)
    const grants = await this.witness.grants(this.id)
    const role = grants.findLast(({ accountId }) => accountId === account)?.role
    return role === 'carer' || role === 'viewer' ? role : null
  }
}

/** Resolves to null when the phone is off, or has no page that answers. */
async function ask(
  phone: Phone | undefined,
  what: 'join' | 'leave' | 'keptOf',
  about: string,
): Promise<string | null> {
  const tab = phone?.isOn ? phone.awakeTab(0) : null
  return tab === null || phone === undefined ? null : phone.aboutFamily(tab, what, about)
}
