import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPostOffice } from './post-office.ts'

const mail = { to: 'ana', subject: 'Tu enlace', text: 'Tu enlace', html: '<p>Tu enlace</p>' }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the post office', () => {
  it('goes on after an errand that failed, and logs the failure', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const done: string[] = []
    const office = createPostOffice({
      send: async ({ to }) => {
        if (to === 'broken') throw refusal(550, 'no such mailbox')
        done.push(to)
      },
      close: () => done.push('closed'),
    })
    office.later(() => Promise.reject(new Error('no database')))
    office.later(async () => office.post({ ...mail, to: 'broken' }))
    office.later(async () => office.post({ ...mail, to: 'ana' }))
    await office.close()
    expect(done).toEqual(['ana', 'closed'])
    expect(told.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
      { level: 'error', event: 'mail_not_sent', cause: { message: 'no database' } },
      { level: 'error', event: 'mail_not_sent', cause: { message: 'no such mailbox' } },
    ])
  })

  it('tries again what the mail server may take another time, and says each time that it did not', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const events = () => told.mock.calls.map(([line]) => JSON.parse(String(line)).event)
    const tries: string[] = []
    const office = createPostOffice({
      send: async ({ to }) => {
        tries.push(to)
        const isTaken = to === 'greylisted' && tries.filter((other) => other === to).length === 2
        if (!isTaken) throw to === 'greylisted' ? refusal(450, 'come again later') : new Error('ECONNREFUSED')
      },
      close: () => undefined,
    })
    for (const to of ['greylisted', 'away']) office.post({ ...mail, to })
    await vi.advanceTimersByTimeAsync(59_000)
    expect(tries).toEqual(['greylisted', 'away'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(tries).toEqual(['greylisted', 'away', 'greylisted', 'away'])
    expect(events()).toEqual(['mail_put_off', 'mail_put_off', 'mail_put_off'])
    await vi.advanceTimersByTimeAsync(20 * 60_000)
    expect(tries.slice(4)).toEqual(['away', 'away'])
    expect(events().slice(3)).toEqual(['mail_put_off', 'mail_not_sent'])
    office.post({ ...mail, to: 'away' })
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    await office.close()
    expect(events().slice(5)).toEqual(['mail_put_off', 'mail_not_sent'])
  })

  it('says at a stop how many mails it had not sent, and tries none of them later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const tries: string[] = []
    let cutOff: (reason: Error) => void = () => undefined
    const office = createPostOffice({
      send({ to }) {
        tries.push(to)
        if (to === 'greylisted') return Promise.reject(refusal(450, 'come again later'))
        return new Promise((_, reject) => {
          cutOff = reject
        })
      },
      close: () => cutOff(new Error('Connection closed')),
    })
    for (const to of ['greylisted', 'slow', 'behind']) office.post({ ...mail, to })
    await vi.advanceTimersByTimeAsync(0)
    await office.close()
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(tries).toEqual(['greylisted', 'slow'])
    expect(told.mock.calls.map(([line]) => JSON.parse(String(line)).message)).toEqual([
      'email aplazado 1 min',
      'emails no enviados: 3',
    ])
  })

  it('gives up a mail that waits once another one has replaced it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const tries: string[] = []
    const office = createPostOffice({
      async send({ text }) {
        tries.push(text)
        if (tries.length <= 3) throw refusal(450, 'come again later')
      },
      close: () => undefined,
    })
    office.post({ ...mail, text: 'first', replaces: 'ana recovery' })
    office.post({ ...mail, text: 'other', replaces: 'bea recovery' })
    await vi.advanceTimersByTimeAsync(30_000)
    office.post({ ...mail, text: 'second', replaces: 'ana recovery' })
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    await office.close()
    expect(tries).toEqual(['first', 'other', 'second', 'other', 'second'])
  })

  it('says of a mail that an errand posts after the stop, too, that it is not sent', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const send = vi.fn(() => Promise.resolve())
    const office = createPostOffice({ send, close: () => undefined })
    let goOn: () => void = () => undefined
    office.later(async () => {
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      office.post({ ...mail })
    })
    await office.close()
    goOn()
    await expect.poll(() => told.mock.calls.length).toBeGreaterThan(0)
    expect(told.mock.calls.map(([line]) => JSON.parse(String(line)).message)).toEqual([
      'emails no enviados: 1',
    ])
    expect(send).not.toHaveBeenCalled()
  })

  it('puts off no mail that fails while it stops', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const office = createPostOffice({
      send: () => Promise.reject(new Error('ECONNREFUSED')),
      close: () => undefined,
    })
    office.post({ ...mail })
    await office.close()
    expect(told.mock.calls.map(([line]) => JSON.parse(String(line)).message)).toEqual(['email no enviado'])
  })
})

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
