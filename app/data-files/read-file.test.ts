import { describe, expect, it } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import type { FileContent, ReadChoices } from './file-content.ts'
import { MAX_FILE_BYTES, readFile } from './read-file.ts'

const CHOICES: ReadChoices = { baby: null, isUtc: false }
const bytesOf = (text: string) => new TextEncoder().encode(text)

async function contentOf(text: string, choices = CHOICES): Promise<FileContent> {
  const result = await readFile(bytesOf(text), choices)
  if (result.kind !== 'read') throw new Error(result.problem)
  return result.content
}
async function problemOf(content: string | Uint8Array): Promise<string> {
  const result = await readFile(typeof content === 'string' ? bytesOf(content) : content, CHOICES)
  return result.kind === 'unusable' ? result.problem : result.content.source
}
const times = ({ rows }: FileContent) =>
  rows.map(
    ({ row, record }) => `${row} ${record.type} ${record.date} ${record.start_time}-${record.end_time}`,
  )
const reasons = ({ skipped }: FileContent) =>
  skipped.map(({ row, reason, word }) => `${row} ${reason} ${word}`)

describe('a Huckleberry export', () => {
  const file = [
    '"Type","Start","End","Duration","Start Condition","Start Location","End Condition","Notes"',
    '"Sleep","2025-08-11 13:05","2025-08-11 14:30","01:25","Content","Crib","Woke up on own","con móvil, poca luz"',
    '"Feed","2025-08-11 12:30","2025-08-11 12:50","00:20","00:12R","Breast","00:08L",',
    '"Sleep","2025-08-10 20:30","2025-08-11 07:05","10:35",,,,',
    '"Diaper","2025-08-11 09:00",,"yellow",,,"Both, pee:medium",',
    '"sleep","2025-08-11 17:00",,"0:40",,,,',
    '"Sleep","2025-08-11 18:10",,,,,,',
    '"Sleep","ayer","2025-08-11 14:30",,,,,',
    '"Sleep","2025-08-11 14:30","2025-08-11 14:00",,,,,',
    '"Sleep",,"2025-08-11 14:00",,,,,',
  ].join('\n')

  it('gives its sleeps, nap or night by our rule, and a missing end by the duration', async () => {
    const content = await contentOf(file)
    expect(content.source).toBe('huckleberry')
    expect(times(content)).toEqual([
      '2 siesta 2025-08-11 13:05-14:30',
      '4 noche 2025-08-10 20:30-07:05',
      '6 siesta 2025-08-11 17:00-17:40',
    ])
    expect(content.rows[1]?.record).toMatchObject({ duration: 635, quality: null, feedings: 0 })
  })

  it('says row by row what stays out, and why', async () => {
    expect(reasons(await contentOf(file))).toEqual([
      '3 not-sleep Feed',
      '5 not-sleep Diaper',
      '7 no-end ',
      '8 bad-time ayer',
      '9 end-before-start ',
      '10 no-start ',
    ])
  })

  it('may have a column more, plural headings and Windows lines', async () => {
    const newer =
      'Type,Start,End,Duration,Start Conditions,Start Location,End Conditions,Notes,Logged By\r\nSleep,2025-08-11 13:05,2025-08-11 14:30,1:25,,,,,\r\n'
    expect(times(await contentOf(newer))).toEqual(['2 siesta 2025-08-11 13:05-14:30'])
  })
})

describe('the Sleep table of Baby Buddy', () => {
  const header = 'id,child_id,child_first_name,child_last_name,start,end,nap,notes,tags'

  it('says itself what a nap is', async () => {
    const content = await contentOf(
      `${header}\n7,1,Bebé,Uno,2025-08-11 18:30:20,2025-08-11 20:00:40,1,,\n8,1,Bebé,Uno,2025-08-11 10:00:00,2025-08-11 11:00:00,0,,`,
    )
    expect(content).toMatchObject({ source: 'baby-buddy', babies: ['Bebé Uno'], hasDoubtfulZone: true })
    expect(times(content)).toEqual(['2 siesta 2025-08-11 18:30-20:00', '3 noche 2025-08-11 10:00-11:00'])
  })

  it('or is judged by our rule, in its oldest form', async () => {
    const content = await contentOf('child_id,start,end,notes\n1,2020-02-16 19:37:16,2020-02-16 22:43:16,')
    expect(times(content)).toEqual(['2 noche 2020-02-16 19:37-22:43'])
  })

  it('is brought to Madrid by its offsets', async () => {
    const content = await contentOf(
      `${header}\n7,1,Bebé,,2025-08-10T22:30:00-04:00,2025-08-11T01:00:00-04:00,0,,`,
    )
    expect(times(content)).toEqual(['2 noche 2025-08-11 04:30-07:00'])
    expect(content.hasDoubtfulZone).toBe(false)
  })

  it('is UTC when the carer says so', async () => {
    const file = `${header}\n7,1,Bebé,,2025-08-11 11:05:00,2025-08-11 12:00:00,1,,`
    expect(times(await contentOf(file, { ...CHOICES, isUtc: true }))).toEqual([
      '2 siesta 2025-08-11 13:05-14:00',
    ])
  })

  it('may log several babies: one at a time', async () => {
    const file = `${header}\n1,1,Uno,,2025-08-11 11:00:00,2025-08-11 12:00:00,1,,\n2,2,Dos,,2025-08-11 11:30:00,2025-08-11 12:30:00,1,,`
    const first = await contentOf(file)
    expect(first.babies).toEqual(['Uno', 'Dos'])
    expect(times(first)).toEqual(['2 siesta 2025-08-11 11:00-12:00'])
    expect(reasons(first)).toEqual(['3 other-baby Dos'])
    const second = await contentOf(file, { ...CHOICES, baby: 'Dos' })
    expect(times(second)).toEqual(['3 siesta 2025-08-11 11:30-12:30'])
  })

  it.each([
    'id,child_id,child_first_name,child_last_name,start,end,type,method,amount,notes,tags\n1,1,A,B,,,,,,,',
    'id,child_id,child_first_name,child_last_name,time,wet,solid,color,amount,notes,tags\n1,1,A,B,,,,,,,',
    'id,child_id,child_first_name,child_last_name,start,end,milestone,tags\n1,1,A,B,,,,',
  ])('is not mistaken for another of its tables', async (file) => {
    expect(await problemOf(file)).toBe('other-table')
  })
})

describe('what is no file of ours', () => {
  it.each([
    ['empty', ''],
    ['empty', '\n \n'],
    ['empty', 'Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes\n'],
    ['broken', '{"format":"baby-sleep-diary","version":1,"records":[{"id":'],
    ['broken', '{"format":"baby-sleep-diary","version":1,"records":7}'],
    ['broken', 'Type,Start,End,Duration,Start Location\n"Sleep,2025-08-11 13:05\n'],
    ['newer-version', '{"format":"baby-sleep-diary","version":2,"records":[]}'],
    ['unknown', '{"sleeps":[]}'],
    ['unknown', '[1,2,3]'],
    ['unknown', 'Fecha,Importe\n2025-08-11,12'],
    ['unknown', 'Hola, ¿qué tal?'],
    ['spreadsheet', 'PK\x03\x04 whatever'],
    ['not-text', 'a\0b'],
  ])('%s: %j', async (problem, text) => {
    expect(await problemOf(text)).toBe(problem)
  })

  it('is refused unread when it is too large', async () => {
    expect(await problemOf(new Uint8Array(MAX_FILE_BYTES + 1))).toBe('too-large')
  })
})

describe('encodings', () => {
  const text = 'Fecha;Tipo;Inicio;Fin;Pañales\r\n11/08/2025;Siesta;9:05;10:00;2\r\n'

  it('reads what a Spanish Excel saves without being told', async () => {
    const windows1252 = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...Array.from(text, (letter) => [letter.charCodeAt(0), 0]).flat(),
    ])
    for (const bytes of [bytesOf(text), bytesOf(`\uFEFF${text}`), windows1252, utf16]) {
      const result = await readFile(bytes, CHOICES)
      expect(result).toMatchObject({
        kind: 'read',
        content: {
          source: 'records',
          rows: [
            { row: 2, id: null, record: { date: '2025-08-11', start_time: '09:05', diaper_changes: 2 } },
          ],
        },
      })
    }
  })
})

it('reads ten thousand lines and lets the screen move meanwhile', async () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => {
    const { date, start_time, end_time } = siesta('2025-08-11', '13:05', '14:30')
    const day = String((index % 28) + 1).padStart(2, '0')
    return `Sleep,${date.slice(0, 8)}${day} ${start_time},${date.slice(0, 8)}${day} ${end_time},1:25,,,,`
  })
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 0)
  const content = await contentOf(
    `Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes\n${lines.join('\n')}`,
  )
  clearInterval(timer)
  expect(content.rows).toHaveLength(10_000)
  expect(turns).toBeGreaterThan(20)
})
