import { afterEach, expect, it, vi } from 'vitest'
import type { Called } from '../../family/remote-families.ts'
import { consulted } from '../../testing/consulted.ts'
import type { ConsultedFamilies, ConsultedFamily, Summary } from './consulted.ts'
import { FamilyList, PAGE } from './family-list.ts'

const NOW = Date.UTC(2026, 10, 26, 12)

/** A server of families, each with one line of today, that can be away, or slow. */
function startServer(count: number) {
  const families = Array.from({ length: count }, (_, index) => {
    const name = String(index).padStart(4, '0')
    return consulted({ family_id: name, baby_name: name })
  })
  const records = new Map<string, unknown[]>()
  const asked: { summaries: string[][]; revs: string[][] } = { summaries: [], revs: [] }
  const state = { isAway: false, status: 0, delayMs: 0 }
  async function answer<T>(data: T): Promise<Called<T>> {
    const told = structuredClone(data)
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs))
    return state.isAway
      ? { data: null, failure: { status: state.status, code: null, message: '' } }
      : { data: told, failure: null }
  }
  const revOf = (id: string) => families.find(({ family_id }) => family_id === id)?.rev ?? 0
  const allOf = () => families.map(({ family_id, access_rev }) => `${family_id} ${access_rev}`).join()
  const list = new FamilyList({
    remote: {
      families: () => answer<ConsultedFamilies>({ all: allOf(), families, requests: [], closed: [] }),
      summaries: (ids) => {
        asked.summaries.push([...ids])
        // A list that asks for ever would hold the test up for ever.
        if (asked.summaries.length > 50) throw new Error('asked too often')
        return answer(
          ids.map((id): Summary => {
            const line = ['2026-11-26', 'siesta', '10:00', '11:00', null, 0]
            return { family_id: id, rev: revOf(id), plan: null, records: records.get(id) ?? [line] }
          }),
        )
      },
      changes: (ids) => {
        asked.revs.push([...ids])
        return answer({ revs: ids.map((id): [string, number] => [id, revOf(id)]), all: allOf() })
      },
    },
    now: () => NOW,
    elapsed: () => Date.now(),
    breathe: () => Promise.resolve(),
  })
  let ending = new AbortController()
  return {
    list,
    asked,
    state,
    families,
    open: () => {
      ending = new AbortController()
      void list.live(ending.signal)
    },
    close: () => ending.abort(),
    log: (id: string, line: unknown[]) => {
      records.set(id, [line])
      const family = families.find(({ family_id }) => family_id === id) as ConsultedFamily
      family.rev += 1
    },
  }
}

afterEach(() => vi.useRealTimers())

async function opened(count: number) {
  vi.useFakeTimers()
  const server = startServer(count)
  server.open()
  await vi.advanceTimersByTimeAsync(0)
  return server
}

it('shows the names at once, and reads the logs of those in sight first', async () => {
  vi.useFakeTimers()
  const { list, asked, open, close } = startServer(2 * PAGE + 5)
  list.subscribe(() => {
    const { ids, read } = list.snapshot()
    if (ids !== null && read === 0) list.setSight(['0100', '0101'])
  })
  open()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.summaries.map((page) => page.length)).toEqual([2, PAGE, PAGE, 3])
  expect(asked.summaries[0]).toEqual(['0100', '0101'])
  expect(new Set(asked.summaries.flat()).size).toBe(2 * PAGE + 5)
  expect(list.snapshot()).toMatchObject({ total: 2 * PAGE + 5, read: 2 * PAGE + 5, trouble: null })
  close()
})

it('reads again only what has changed, and shows it within two seconds', async () => {
  const { list, asked, log, close } = await opened(30)
  list.setSight(['0003', '0004'])
  asked.summaries.length = 0
  const [before, other] = [list.entry('0003'), list.entry('0004')]
  log('0003', ['2026-11-26', 'siesta', '11:30', null, null, 0])
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked.revs.at(-1)).toEqual(['0003', '0004'])
  expect(asked.summaries).toEqual([['0003']])
  expect(list.entry('0003')?.overview?.lastEntryAt).toBe(Date.UTC(2026, 10, 26, 10, 30))
  expect(list.entry('0003')).not.toBe(before)
  expect(list.entry('0004')).toBe(other)
  close()
})

it('hears within a minute of what is out of sight', async () => {
  const { list, log, close } = await opened(3)
  log('0002', ['2026-11-26', 'siesta', '11:30', null, null, 0])
  await vi.advanceTimersByTimeAsync(62_000)
  expect(list.entry('0002')?.overview?.lastEntryAt).toBe(Date.UTC(2026, 10, 26, 10, 30))
  close()
})

it('hears within two seconds of who came, who left and who has asked, wherever they stand', async () => {
  const { list, families, close } = await opened(3)
  families.splice(0, 1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(list.snapshot().ids).toEqual(['0001', '0002'])
  expect(list.entry('0000')).toBeNull()
  families.push(consulted({ family_id: 'new', baby_name: 'New' }))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(list.snapshot().ids).toEqual(['0001', '0002', 'new'])
  Object.assign(families[1] as ConsultedFamily, { open_questions: 1, access_rev: 9 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(list.entry('0002')?.family.open_questions).toBe(1)
  close()
})

it('asks at once when somebody comes back, and puts what is new where it belongs', async () => {
  const { list, families, open, close } = await opened(3)
  expect(list.snapshot().ids).toEqual(['0000', '0001', '0002'])
  close()
  Object.assign(families[2] as ConsultedFamily, { open_questions: 1 })
  open()
  await vi.advanceTimersByTimeAsync(10)
  expect(list.snapshot().ids).toEqual(['0002', '0000', '0001'])
  close()
})

it('moves nobody when a family comes or goes, and looks for who has come', async () => {
  const { list, families, close } = await opened(4)
  families.splice(1, 1)
  families.push(consulted({ family_id: 'a', baby_name: 'Aitana' }))
  families.push(consulted({ family_id: 'b', baby_name: '00 Bea' }))
  // By now it would stand at the top.
  Object.assign(families[2] as ConsultedFamily, { open_questions: 1 })
  list.search('0')
  list.refresh()
  await vi.advanceTimersByTimeAsync(10)
  expect(list.snapshot().ids).toEqual(['0000', '0002', '0003', 'b'])
  close()
})

it('hears of what is asked while it is asking', async () => {
  const { list, families, state, close } = await opened(1)
  state.delayMs = 100
  list.refresh()
  await vi.advanceTimersByTimeAsync(50)
  families.push(consulted({ family_id: 'new', baby_name: 'New' }))
  list.refresh()
  await vi.advanceTimersByTimeAsync(200)
  expect(list.snapshot().ids).toEqual(['0000', 'new'])
  close()
})

it('reads once more what has changed while its summary was under way', async () => {
  vi.useFakeTimers()
  const { list, state, log, open, close } = startServer(PAGE + 1)
  const last = String(PAGE).padStart(4, '0')
  state.delayMs = 2000
  const stop = list.subscribe(() => {
    if (list.snapshot().read < PAGE) return
    // The second page is under way.
    stop()
    log(last, ['2026-11-26', 'siesta', '11:30', null, null, 0])
    list.refresh()
  })
  open()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(list.entry(last)?.overview?.lastEntryAt).toBe(Date.UTC(2026, 10, 26, 10, 30))
  close()
})

it('asks no more than once for a family whose number has become less', async () => {
  const { list, asked, families, close } = await opened(2)
  const [first, second] = families as [ConsultedFamily, ConsultedFamily]
  first.rev = 7
  list.refresh()
  await vi.advanceTimersByTimeAsync(10)
  asked.summaries.length = 0
  // The server's database is a copy of before.
  first.rev = 3
  second.time_zone_since = '2026-11-01'
  first.time_zone_since = '2026-11-01'
  list.refresh()
  await vi.advanceTimersByTimeAsync(10)
  expect(asked.summaries).toEqual([['0000', '0001']])
  close()
})

it('reads a family out of sight again once its number has become less', async () => {
  const { list, asked, families, close } = await opened(2)
  const [first] = families as [ConsultedFamily]
  first.rev = 7
  list.refresh()
  await vi.advanceTimersByTimeAsync(10)
  asked.summaries.length = 0
  first.rev = 3
  list.refresh()
  await vi.advanceTimersByTimeAsync(10)
  expect(asked.summaries).toEqual([['0000']])
  list.refresh()
  await vi.advanceTimersByTimeAsync(10)
  expect(asked.summaries).toEqual([['0000']])
  close()
})

it('keeps nothing of any family once the account isn’t let in any more, and all of it when it is again', async () => {
  const { list, state, close } = await opened(2)
  expect(list.snapshot()).toMatchObject({ total: 2, ids: ['0000', '0001'] })
  state.isAway = true
  state.status = 403
  await vi.advanceTimersByTimeAsync(60_000)
  expect(list.snapshot()).toMatchObject({ total: 0, ids: null, requests: [], closed: [], trouble: 'closed' })
  expect(list.entry('0000')).toBeNull()
  state.isAway = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(list.snapshot()).toMatchObject({ total: 2, ids: ['0000', '0001'], trouble: null })
  close()
})

it('asks at once when it is told to', async () => {
  const { list, families, close } = await opened(1)
  families.push(consulted({ family_id: 'new', baby_name: 'New' }))
  list.refresh()
  await vi.advanceTimersByTimeAsync(10)
  expect(list.snapshot().ids).toEqual(['0000', 'new'])
  close()
})

it('puts the list in order once everything is known, and then moves nothing by itself', async () => {
  vi.useFakeTimers()
  const { list, log, open, close } = startServer(4)
  log('0002', ['2026-11-20', 'siesta', '10:00', '11:00', null, 0])
  open()
  await vi.advanceTimersByTimeAsync(0)
  expect(list.snapshot().ids).toEqual(['0002', '0000', '0001', '0003'])
  list.setSight(['0002'])
  log('0002', ['2026-11-26', 'siesta', '11:00', null, null, 0])
  await vi.advanceTimersByTimeAsync(2000)
  expect(list.snapshot().ids).toEqual(['0002', '0000', '0001', '0003'])
  list.orderBy('name')
  expect(list.snapshot().ids).toEqual(['0000', '0001', '0002', '0003'])
  list.search('3')
  expect(list.snapshot()).toMatchObject({ ids: ['0003'], total: 4 })
  close()
})

it('says that the server is away, keeps what it has, and comes back by itself', async () => {
  const { list, state, close } = await opened(2)
  list.setSight(['0000'])
  state.isAway = true
  await vi.advanceTimersByTimeAsync(2000)
  expect(list.snapshot()).toMatchObject({ trouble: 'away', total: 2, read: 2 })
  state.isAway = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(list.snapshot().trouble).toBeNull()
  Object.assign(state, { isAway: true, status: 403 })
  await vi.advanceTimersByTimeAsync(2000)
  expect(list.snapshot().trouble).toBe('closed')
  close()
})

it('begins again where it was closed before it had the families', async () => {
  vi.useFakeTimers()
  const { list, open, close } = startServer(3)
  const first = new AbortController()
  void list.live(first.signal)
  first.abort()
  await vi.advanceTimersByTimeAsync(10)
  expect(list.snapshot().ids).toBeNull()
  open()
  await vi.advanceTimersByTimeAsync(10)
  expect(list.snapshot()).toMatchObject({ total: 3, read: 3 })
  close()
})

it('asks for nothing once it is closed', async () => {
  const { list, asked, close } = await opened(2)
  list.setSight(['0000'])
  close()
  asked.revs.length = 0
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked.revs).toEqual([])
})

it('finds who lets the consultant in by the address, however that is written', async () => {
  const { list, families, close } = await opened(2)
  const [first] = families as [ConsultedFamily]
  first.email = 'Ana@example.org'
  list.refresh()
  await vi.advanceTimersByTimeAsync(10)
  expect(list.familyOf('ana@EXAMPLE.org')).toMatchObject({ family_id: first.family_id })
  expect(list.familyOf('otra@example.org')).toBeNull()
  close()
})
