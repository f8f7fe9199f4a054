import { describe, expect, it } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import { MADRID } from '../../core/time/zone.ts'
import type { FileContent, ReadChoices } from './file-content.ts'
import { MAX_FILE_BYTES, readFile } from './read-file.ts'

const CHOICES: ReadChoices = { baby: null, isUtc: false }
const bytesOf = (text: string) => new TextEncoder().encode(text)

async function contentOf(text: string, choices = CHOICES): Promise<FileContent> {
  const result = await readFile(bytesOf(text), choices, MADRID)
  if (result.kind !== 'read') throw new Error(result.problem)
  return result.content
}
async function problemOf(content: string | Uint8Array): Promise<string> {
  const result = await readFile(typeof content === 'string' ? bytesOf(content) : content, CHOICES, MADRID)
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

  it.each([
    ['2025-10-25', '06:00'],
    ['2026-03-28', '08:00'],
  ])('counts a duration in real hours: eleven of them from 20:00 on %s end at %s', async (date, end) => {
    const content = await contentOf(`Type,Start,End,Duration,Start Location\nSleep,${date} 20:00,,11:00,`)
    expect(times(content)).toEqual([`2 noche ${date} 20:00-${end}`])
    expect(content.rows[0]?.record.duration).toBe(660)
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

describe('a Nara export', () => {
  // Epoch milliseconds of the Madrid wall: 08:00 on 11 August 2025 is 06:00 UTC.
  const at = (iso: string) => String(Date.parse(`${iso}+02:00`))
  const header =
    '"Type","Profile Name","Start Date/time","Start Date/time (Epoch)","Note","Time Zone","[Sleep] Duration (Seconds)","[Sleep] End Date/time","[Sleep] End Date/time (Epoch)","[Diaper] Type","_profileKey","_activityKey"'
  const line = (type: string, name: string, start: string, seconds: string, end: string) =>
    `"${type}","${name}","","${start}","","Europe/Madrid","${seconds}","","${end}","","c-1","t-1"`
  const file = [
    header,
    '"Profile","Lucía","","","","","","","","","c-1",""',
    line('Sleep', 'Lucía', at('2025-08-11T13:05'), '5100', at('2025-08-11T14:30')),
    line('Diaper', 'Lucía', at('2025-08-11T09:00'), '', ''),
    line('Sleep', 'Lucía', at('2025-08-10T20:30'), '38100', at('2025-08-11T07:05')),
    line('Sleep', 'Lucía', at('2025-08-11T17:00'), '2400', ''),
    line('Sleep', 'Lucía', at('2025-08-11T18:10'), '', ''),
    line('Sleep', 'Lucía', '1,75491E+12', '600', at('2025-08-11T19:30')),
    line('Sleep', 'Hugo', at('2025-08-11T13:10'), '', at('2025-08-11T14:00')),
  ].join('\r\n')

  it('gives its sleeps in Madrid, nap or night by our rule, and a missing end by the seconds', async () => {
    const content = await contentOf(file)
    expect(content).toMatchObject({ source: 'nara', babies: ['Lucía', 'Hugo'], hasDoubtfulZone: false })
    expect(times(content)).toEqual([
      '3 siesta 2025-08-11 13:05-14:30',
      '5 noche 2025-08-10 20:30-07:05',
      '6 siesta 2025-08-11 17:00-17:40',
    ])
  })

  it('says row by row what stays out, and why', async () => {
    expect(reasons(await contentOf(file))).toEqual([
      '2 not-sleep Profile',
      '4 not-sleep Diaper',
      '7 no-end ',
      '8 bad-time 1,75491E+12',
      '9 other-baby Hugo',
    ])
  })

  it('may log several babies: one at a time', async () => {
    expect(times(await contentOf(file, { ...CHOICES, baby: 'Hugo' }))).toEqual([
      '9 siesta 2025-08-11 13:10-14:00',
    ])
  })

  it('is the same in any order of its columns, and knows a baby without a name by its key', async () => {
    const turned = [
      '_activityKey,_profileKey,[Sleep] End Date/time (Epoch),Start Date/time (Epoch),Type',
      `t-1,c-1,${at('2025-08-11T14:30')},${at('2025-08-11T13:05')},Sleep`,
    ].join('\n')
    const content = await contentOf(turned)
    expect(times(content)).toEqual(['2 siesta 2025-08-11 13:05-14:30'])
    expect(content.babies).toEqual(['c-1'])
  })

  it('is brought to Madrid in winter too, wherever it was logged', async () => {
    const winter = String(Date.parse('2025-01-10T07:05-05:00'))
    const hour = line('Sleep', 'Lucía', winter, '3600', '').replace('Europe/Madrid', 'America/New_York')
    expect(times(await contentOf(`${header}\n${hour}`))).toEqual(['2 siesta 2025-01-10 13:05-14:05'])
  })
})

describe('a Napper export', () => {
  const header =
    'start,end,category,overallHappiness,babyMoodOnWakeUp,diaperWeight,diaperContent,breastLeftMinutes,breastRightMinutes,amountPumpedLeft,amountPumpedRight,feedingAmount,temperature,bottleFeedingType,comment,createdAt,pauses'
  const line = (start: string, end: string, category: string, pauses = '') =>
    `${start},${end},${category},,,,,,,,,,,,una%20nota,2025-08-12T10:00:00.000Z,${pauses}`
  const at = (text: string) => `${text}:00.000+02:00`
  const moment = (text: string, category: string) => line(at(text), at(text), category)
  const file = [
    header,
    moment('2025-08-11T07:05', 'WOKE_UP'),
    line('2025-08-10T22:34:10.504Z', '2025-08-10T22:50:00.000Z', 'NIGHT_WAKING', '[object Object]'),
    line(at('2025-08-10T23:10'), at('2025-08-10T23:25'), 'NIGHT_WAKING'),
    moment('2025-08-10T20:30', 'BED_TIME'),
    line(at('2025-08-10T18:10'), at('2025-08-10T19:40'), 'NAP'),
    moment('2025-08-10T17:30', 'SOLIDS'),
    moment('2025-08-10T07:20', 'WOKE_UP'),
    moment('2025-08-11T20:15', 'BED_TIME'),
  ].join('\n')
  const said = ({ rows }: FileContent) =>
    rows.map(({ row, record: { type, date, start_time, end_time, time, wake_ups } }) =>
      [row, type, date, start_time ?? time, end_time ?? '', wake_ups].join(' '),
    )

  it('gives naps, wake-ups, and nights from bedtime to the wake-up, whatever the order of its rows', async () => {
    const content = await contentOf(file)
    expect(content.source).toBe('napper')
    const expected = [
      '8 despertar 2025-08-10 07:20  0',
      '6 siesta 2025-08-10 18:10 19:40 0',
      '5 noche 2025-08-10 20:30 07:05 2',
      '2 despertar 2025-08-11 07:05  0',
    ]
    expect(said(content)).toEqual(expected)
    const [first, ...rest] = file.split('\n')
    const turned = await contentOf([first, ...rest.toReversed()].join('\n'))
    const withoutRow = (text: string) => text.replace(/^\d+ /, '')
    expect(said(turned).map(withoutRow)).toEqual(expected.map(withoutRow))
  })

  it('notes each waking of a night with its time, under the same id wherever it is read', async () => {
    const nightTaps = async () =>
      (await contentOf(file)).rows.find(({ record }) => record.type === 'noche')?.record.taps
    const taps = await nightTaps()
    expect(taps?.map(({ kind, time }) => `${kind} ${time}`)).toEqual(['wake_ups 00:34', 'wake_ups 23:10'])
    expect(await nightTaps()).toEqual(taps)
  })

  it('says row by row what stays out, and why', async () => {
    const odd = [
      header,
      line(at('2025-08-09T02:10'), at('2025-08-09T02:20'), 'NIGHT_WAKING'),
      moment('2025-08-09T20:00', 'BED_TIME'),
      moment('2025-08-10T20:30', 'BED_TIME'),
      moment('2025-08-12T07:00', 'WOKE_UP'),
      line(at('2025-08-12T10:00'), '', 'NAP'),
      line('', '', 'NAP'),
      line('ayer', '', 'BED_TIME'),
      moment('2025-08-12T12:00', 'MEDICINE'),
      moment('2025-08-12T20:15', 'BED_TIME'),
    ].join('\n')
    const content = await contentOf(odd)
    expect(said(content)).toEqual(['5 despertar 2025-08-12 07:00  0'])
    expect(reasons(content).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))).toEqual([
      '2 no-night ',
      '3 no-end ',
      '4 too-long ',
      '6 no-end ',
      '7 no-start ',
      '8 bad-time ayer',
      '9 not-sleep MEDICINE',
      '10 no-end ',
    ])
  })
})

describe('what is no file of ours', () => {
  it.each([
    ['empty', ''],
    ['empty', '\n \n'],
    ['empty', 'Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes\n'],
    ['empty', 'Type,Start Date/time (Epoch),_activityKey\n'],
    ['empty', 'start,end,category,babyMoodOnWakeUp\n'],
    ['unknown', 'start,end,category\n2025-08-11,2025-08-12,fiesta'],
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
      const result = await readFile(bytes, CHOICES, MADRID)
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
