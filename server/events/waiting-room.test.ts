import { expect, it } from 'vitest'
import { createWaitingRoom } from './waiting-room.ts'

it('a change ends only the waits of those who know another revision', async () => {
  const room = createWaitingRoom()
  const enter = (userId: string, known: number) => {
    const wait = room.enter({ userId, sessionId: null, known }, 60_000)
    if (wait === null) throw new Error('no place')
    return wait
  }
  const behind = enter('ana', 1)
  const abreast = enter('ana', 2)
  const stranger = enter('bea', 1)
  room.tell('ana', 2)
  expect(await behind.ended).toBe('news')
  expect(room.known()).toEqual([
    { userId: 'ana', known: 2 },
    { userId: 'bea', known: 1 },
  ])
  abreast.leave()
  stranger.leave()
})
