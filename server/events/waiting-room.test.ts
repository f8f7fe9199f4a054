import { expect, it } from 'vitest'
import { createWaitingRoom } from './waiting-room.ts'

function roomOf() {
  const room = createWaitingRoom()
  const enter = (accountId: string, familyId: string, known: number) => {
    const wait = room.enter({ accountId, familyId, sessionId: null, known }, 60_000)
    if (wait === null) throw new Error('no place')
    return wait
  }
  return { room, enter }
}

it('a change ends only the waits of those who know another revision', async () => {
  const { room, enter } = roomOf()
  const behind = enter('ana', 'ana', 1)
  const abreast = enter('ana', 'ana', 2)
  const stranger = enter('bea', 'bea', 1)
  room.tell('ana', 2)
  expect(await behind.ended).toBe('news')
  expect(room.known()).toEqual([
    { familyId: 'ana', known: 2 },
    { familyId: 'bea', known: 1 },
  ])
  abreast.leave()
  stranger.leave()
})

it('a change is told to whoever waits for that family, and to nobody’s waits for another', async () => {
  const { room, enter } = roomOf()
  const [own, grandmother, elsewhere] = [
    enter('ana', 'ana', 1),
    enter('eva', 'ana', 1),
    enter('ana', 'eva', 1),
  ]
  room.wakeFamily('ana')
  expect(await Promise.all([own.ended, grandmother.ended])).toEqual(['news', 'news'])
  expect(room.known()).toEqual([{ familyId: 'eva', known: 1 }])
  room.tell('eva', 2)
  expect(await elsewhere.ended).toBe('news')
})

it('an account that leaves ends its waits, for whichever family, and those of others for it', async () => {
  const { room, enter } = roomOf()
  const ended = [enter('ana', 'ana', 1), enter('ana', 'eva', 1), enter('eva', 'ana', 1)]
  enter('eva', 'eva', 1)
  room.wakeAccount('ana')
  expect(await Promise.all(ended.map((wait) => wait.ended))).toEqual(['news', 'news', 'news'])
  expect(room.known()).toEqual([{ familyId: 'eva', known: 1 }])
  room.closeAll()
})

it('an account has its twenty places for all families together', () => {
  const { room, enter } = roomOf()
  for (const family of ['ana', 'bea', 'eva', 'ida']) for (let n = 0; n < 5; n += 1) enter('ana', family, n)
  expect(() => enter('ana', 'mia', 1)).toThrow('no place')
  const other = enter('bea', 'ana', 1)
  room.wakeFamily('bea')
  enter('ana', 'mia', 1)
  other.leave()
  room.closeAll()
})
