import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import { diaryKey } from '../family/diary-key.ts'
import { keepOnlyUnsent } from '../local/local-db.ts'
import { type Change, type NewEntry, newEntry } from '../local/outbox.ts'
import { letIn, rpc } from '../testing/at-server/families-at-server.ts'
import { idle, phonesAtServer, until } from '../testing/at-server/phones-at-server.ts'
import type { Carer, TestPhone } from '../testing/test-phone.ts'

/*
 * Random programs of three accounts on one family, whose rights change in the middle: the phones are the app's own
 * store and engine, the server and its database the real ones. `GUEST_PROGRAMS` says how many are played.
 */

const PROGRAMS = Number(process.env.GUEST_PROGRAMS ?? 4)
const STEPS = 40

const { server, newCarer, phoneOf } = phonesAtServer()

interface Member {
  carer: Carer
  phone: TestPhone
  isOnline: boolean
  /** What the owner has granted; null: nothing. The owner itself is a carer for good. */
  role: 'carer' | 'viewer' | null
}

/** Each number in [0, 1) follows from the seed. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

class Program {
  readonly made: { entry: NewEntry; by: Member }[] = []
  readonly random: () => number
  readonly owner: Member
  readonly guests: Member[]
  #changing: Promise<void> = Promise.resolve()

  constructor(seed: number, owner: Member, guests: Member[]) {
    this.random = numbersFrom(seed)
    this.owner = owner
    this.guests = guests
  }

  get members(): Member[] {
    return [this.owner, ...this.guests]
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.random() * from.length)]
    if (picked === undefined) throw new Error('There is nothing to pick from')
    return picked
  }

  async step(): Promise<void> {
    const what = this.random()
    if (what < 0.5) await this.log(this.pick(this.members))
    else if (what < 0.65) this.toggleNetwork(this.pick(this.members))
    else if (what < 0.75) this.loseAnAnswer(this.pick(this.members))
    else if (what < 0.85) this.changeAccessBeforeWrite(this.pick(this.guests))
    else if (what < 0.95) await this.changeAccess(this.pick(this.guests))
    else await this.settle()
  }

  /** Does what the screens would allow: nothing to a diary that isn't the family's, or that may only be read. */
  async log(by: Member): Promise<void> {
    const family = this.owner.carer.userId
    const replica = await by.phone.replica()
    const role = by.phone.known().families.find(({ family_id }) => family_id === family)?.role
    if (replica.familyId !== family || (role !== 'owner' && role !== 'carer')) return
    const entry = newEntry(this.changeFor(by))
    // The family may have let this account out while it was being written.
    await replica
      .write((db) => db.append([entry]))
      .then(
        () => this.made.push({ entry, by }),
        () => undefined,
      )
    by.phone.sync.request()
  }

  changeFor({ phone }: Member): Change {
    const seen = phone.store.data().records
    if (seen.length > 0 && this.random() < 0.6) {
      const { id } = this.pick(seen)
      return this.random() < 0.2
        ? { kind: 'delete', table: 'sleep_records', rowId: id, body: null }
        : {
            kind: 'patch',
            table: 'sleep_records',
            rowId: id,
            body: { feedings: Math.floor(this.random() * 90) },
          }
    }
    const body = {
      ...siesta('2025-08-11', '13:05', '14:00'),
      id: randomUUID(),
      user_id: this.owner.carer.userId,
    }
    return { kind: 'insert', table: 'sleep_records', rowId: body.id, body }
  }

  toggleNetwork(member: Member): void {
    member.isOnline = !member.isOnline
    member.phone.obstruct(member.isOnline ? null : () => Promise.reject(new TypeError('No network')))
    member.phone.setOnline(member.isOnline)
  }

  /** The next write arrives, and its answer doesn't. */
  loseAnAnswer({ phone, isOnline }: Member): void {
    if (!isOnline) return
    phone.obstruct(async (method, path, send) => {
      if (!['POST', 'PATCH', 'DELETE'].includes(method) || path === 'my_families') return null
      phone.obstruct(null)
      await send()
      return new Response(null, { status: 503 })
    })
  }

  /** What the phone may do changes after its round has looked, and before its next write arrives. */
  changeAccessBeforeWrite(guest: Member): void {
    if (!guest.isOnline) return
    guest.phone.obstruct(async (method, path, send) => {
      if (!['POST', 'PATCH', 'DELETE'].includes(method) || path === 'my_families') return null
      guest.phone.obstruct(null)
      await this.changeAccess(guest)
      return send()
    })
  }

  /** One change of access after the other, because what comes last is what is so. */
  changeAccess(guest: Member): Promise<void> {
    const changed = this.#changing.then(() => this.#changeAccessNow(guest))
    this.#changing = changed
    return changed
  }

  async #changeAccessNow(guest: Member): Promise<void> {
    const { carer } = this.owner
    const next = this.pick((['carer', 'viewer', null] as const).filter((role) => role !== guest.role))
    if (next === null) await rpc(server(), carer, 'end_access', { account_id: guest.carer.userId })
    else if (guest.role === null) await letIn(server(), carer, guest.carer, next)
    else {
      const grant = { role: next, name: 'Abuela', until: null }
      await rpc(server(), carer, 'change_access', { account_id: guest.carer.userId, ...grant })
    }
    guest.role = next
  }

  /** Whoever has a network knows what they may do, and of a family that let them out shows nothing. */
  async settle(): Promise<void> {
    const family = this.owner.carer.userId
    const online = this.guests.filter(({ isOnline }) => isOnline)
    for (const { phone } of online) phone.obstruct(null)
    for (const { phone } of online) await idle(phone)
    await this.#changing
    for (const { phone, role, carer } of online) {
      await contact(phone, () => {
        const known = phone.known().families.find(({ family_id }) => family_id === family)
        expect(known?.role ?? null).toBe(role)
      })
      if (role !== null) continue
      await until(() => expect(phone.store.data().records).toEqual([]))
      expect((await phone.replica()).familyId).toBe(carer.userId)
      await keepOnlyUnsent(diaryKey(carer.userId, family))
    }
  }
}

/** Lets time pass, as a phone does by itself, until it has heard of what is so. */
async function contact(phone: TestPhone, check: () => void): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    phone.timers.pass(60_000)
    phone.sync.request()
    await idle(phone)
    try {
      await vi.waitFor(check, { timeout: 500, interval: 10 })
      return
    } catch (error) {
      if (tries === 20) throw error
    }
  }
}

async function play(seed: number): Promise<void> {
  const owner: Member = {
    carer: await newCarer(),
    phone: null as never,
    isOnline: true,
    role: 'carer',
  }
  owner.phone = await phoneOf(owner.carer)
  const guests: Member[] = []
  for (let each = 0; each < 2; each += 1) {
    const carer = await newCarer()
    await letIn(server(), owner.carer, carer, 'carer')
    guests.push({ carer, phone: await phoneOf(carer), isOnline: true, role: 'carer' })
  }
  const program = new Program(seed, owner, guests)
  for (let step = 0; step < STEPS; step += 1) await program.step()
  for (const member of program.members) if (!member.isOnline) program.toggleNetwork(member)
  await program.settle()
  for (const guest of guests) {
    if (guest.role === null) await letIn(server(), owner.carer, guest.carer, 'carer')
    guest.role = 'carer'
  }
  await judge(program)
}

/** Nothing is lost or doubled: what isn't at the server is kept, as refused, on the phone of who did it. */
async function judge({ made, members, owner }: Program): Promise<void> {
  for (const { phone } of members) {
    await contact(phone, () => {
      expect(phone.store.data().phase).toBe('ready')
      expect(phone.store.data().sync.pending).toBe(0)
    })
  }
  const family = owner.carer.userId
  const { rows } = await server().pool.query(
    'select id, logged_by from public.sleep_records where user_id = $1',
    [family],
  )
  const { rows: noted } = await server().pool.query('select op_id from public.sync_ops where user_id = $1', [
    family,
  ])
  const { rows: deleted } = await server().pool.query(
    'select id from public.deleted_rows where user_id = $1',
    [family],
  )
  const [there, ops, gone] = [
    new Map(rows.map(({ id, logged_by }) => [id, logged_by])),
    new Set(noted.map(({ op_id }) => op_id)),
    new Set(deleted.map(({ id }) => id)),
  ]
  for (const { entry, by } of made) {
    const kept = by.phone.store.data().sync.refused.filter(({ rowId }) => rowId === entry.rowId)
    const isDone =
      gone.has(entry.rowId) || (entry.kind === 'delete' ? !there.has(entry.rowId) : ops.has(entry.opId))
    expect([isDone || kept.length > 0, entry.kind, entry.rowId]).toEqual([true, entry.kind, entry.rowId])
    if (entry.kind === 'insert' && there.has(entry.rowId)) {
      expect(there.get(entry.rowId)).toBe(by === owner ? null : by.carer.userId)
    }
  }
}

it.each(Array.from({ length: PROGRAMS }, (_, index) => 1_030 + index))(
  'nothing is lost or doubled, and nothing seen after the end, whatever is granted meanwhile: %i',
  play,
)
