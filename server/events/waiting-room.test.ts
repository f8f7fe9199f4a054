import { expect, it } from 'vitest'
import { createWaitingRoom } from './waiting-room.ts'

it('a change is news for those who know of another one only', async () => {
  const room = createWaitingRoom()
  const enter = (userId: string, known: number) => room.enter({ userId, sessionId: null, known }, 60_000)
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
