import { expect, it } from 'vitest'
import { writeCsv } from '../../data-files/csv.ts'
import { textOf } from '../../data-files/file-text.ts'
import { invitedOf, leftInList, previewOf, problemText, readList, unreadable } from './invite-preview.ts'

const NOBODY: ReadonlySet<string> = new Set()

function rowsOf(text: string, known = NOBODY) {
  const preview = previewOf(text, known)
  if (preview.kind !== 'rows') throw new Error(preview.kind)
  return preview.rows
}

/** As Windows-1252 has it. */
function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

it.each([
  ['commas and headings', 'email,días\nana@example.org,14\nluis@example.org,\n'],
  [
    'semicolons and headings in another order',
    'Días de prueba;Correo electrónico\r\n14;ana@example.org\r\n;luis@example.org',
  ],
  ['no headings', 'ana@example.org;14\nluis@example.org;'],
  ['no headings, and a column of names first', 'Ana;ana@example.org;14\nLuis;luis@example.org;'],
  [
    'a heading of the addresses that is not known',
    'Cuenta;Nombre;Días\nana@example.org;Ana;14\nluis@example.org;Luis;',
  ],
  ['a heading of the days alone', ';;días\nana@example.org;Ana;14\nluis@example.org;Luis;'],
  ['empty lines before the headings', '\r\n\r\nemail,días\r\nana@example.org,14\r\nluis@example.org,'],
  [
    'what a Spanish Excel saves',
    textOf(latin('Correo electrónico;Días\r\nana@example.org;14\r\nluis@example.org;')) ?? '',
  ],
  [
    'what the app itself writes',
    writeCsv(
      ['E-mail', 'Días'],
      [
        ['ana@example.org', 14],
        ['luis@example.org', null],
      ],
    ),
  ],
])('reads %s', (_what, text) => {
  expect(invitedOf(rowsOf(text))).toEqual([
    { email: 'ana@example.org', trialDays: 14 },
    { email: 'luis@example.org', trialDays: null },
  ])
})

it('reads one address on each line, and nothing else', () => {
  expect(invitedOf(rowsOf(' ana@example.org \n\nluis@example.org'))).toEqual([
    { email: 'ana@example.org', trialDays: null },
    { email: 'luis@example.org', trialDays: null },
  ])
})

it('invites nobody for good while a column may be the days', () => {
  const unclear = (column: number, heading: string) => ({ kind: 'unclear-column', column, heading })
  expect(previewOf('email;d\uFFFDas\nana@example.org;14\nluis@example.org;', NOBODY)).toEqual(
    unclear(2, 'd\uFFFDas'),
  )
  expect(previewOf('email;nombre;\nana@example.org;Ana;0', NOBODY)).toEqual(unclear(3, ''))
  expect(previewOf('14;ana@example.org\n;luis@example.org', NOBODY)).toEqual(unclear(1, ''))
  expect(previewOf('ana@example.org;Ana;14', NOBODY)).toEqual(unclear(3, ''))
  const unknown = 'Cuenta;Nombre;Plazo\nana@example.org;Ana;14\nnadie;;sí'
  expect(previewOf(unknown, NOBODY)).toEqual(unclear(3, 'Plazo'))
})

it('takes a title over the addresses for no heading of days', () => {
  const rows = rowsOf('Prueba\nana@example.org')
  expect(rows.map(({ email, problem }) => [email, problem])).toEqual([
    ['Prueba', 'email'],
    ['ana@example.org', null],
  ])
})

it('takes no other numbers for days: telephones, or what stands beside a column of days', () => {
  const invited = [{ email: 'ana@example.org', trialDays: null }]
  expect(invitedOf(rowsOf('email;teléfono\nana@example.org;600123456'))).toEqual(invited)
  expect(invitedOf(rowsOf('nº;email;días\n1;ana@example.org;'))).toEqual(invited)
})

it('takes no column of addresses for days, whatever else stands in it', () => {
  const rows = rowsOf('ana@example.org;14\n600123456;3')
  expect(rows.map(({ email, days, problem }) => [email, days, problem])).toEqual([
    ['ana@example.org', '14', null],
    ['600123456', '3', 'email'],
  ])
})

it('names bad rows by the line of the list, and invites the others', () => {
  const rows = rowsOf(
    'email;días\nana@example.org;14\n\nana.example.org;14\nluis@example.org;quince\nANA@example.org;\neva@example.org;0\nmar@example.org;',
    new Set(['mar@example.org']),
  )
  expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
    [2, null],
    [4, 'email'],
    [5, 'trial-days'],
    [6, 'twice'],
    [7, 'trial-days'],
    [8, 'known'],
  ])
  expect(invitedOf(rows)).toEqual([{ email: 'ana@example.org', trialDays: 14 }])
})

it('invites by the first good row of a person, whatever stands above it', () => {
  const rows = rowsOf('email;días\nana@example.org;quince\nana@example.org;15\nANA@example.org;20')
  expect(rows.map(({ problem }) => problem)).toEqual(['trial-days', null, 'twice'])
  expect(invitedOf(rows)).toEqual([{ email: 'ana@example.org', trialDays: 15 }])
})

it('of a list that was invited leaves the lines that were not, under their headings', () => {
  const list =
    'email;días\r\nana@example.org;14\r\n\r\nluis@example.org;quince\r\n"nadie; nunca";\r\nANA@example.org;0'
  expect(leftInList(list, [])).toEqual({
    count: 2,
    text: 'email;días\nluis@example.org;quince\n"nadie; nunca";',
  })
  const untitled = 'luis@example.org;quince\nana@example.org;14\nana@example.org;'
  expect(leftInList(untitled, [])).toEqual({ count: 1, text: 'email;días\nluis@example.org;quince' })
  const named = 'Cuenta;Nombre;Días\nnadie;Eva;14\nana@example.org;Ana;14'
  expect(leftInList(named, [])).toEqual({ count: 1, text: 'email;Nombre;días\nnadie;Eva;14' })
  expect(leftInList('ana@example.org', [])).toBeNull()
})

it('keeps those of a list that were not invited, with their days, in its order', () => {
  const list = 'nadie;\nAna@example.org;14\nluis@example.org;30\nana@example.org;\neva@example.org;'
  const left = ['eva@example.org', 'Ana@example.org'].map((email) => ({ email, trialDays: null }))
  expect(leftInList(list, left)).toEqual({
    count: 3,
    text: 'email;días\nnadie;\nAna@example.org;14\neva@example.org;',
  })
})

it('says that there is nothing to read, or no end to a quote', () => {
  expect(previewOf(' \n\n', NOBODY)).toEqual({ kind: 'empty' })
  expect(previewOf('email;días\n', NOBODY)).toEqual({ kind: 'nobody' })
  expect(previewOf('"ana@example.org\nluis@example.org', NOBODY)).toEqual({ kind: 'unclosed-quote' })
})

it('says why a file or a list is of no use', () => {
  expect(readList(latin('email;días'))).toEqual({ text: 'email;días' })
  for (const blank of ['', ' \r\n\r\n'])
    expect(readList(latin(blank))).toEqual({ problem: 'El fichero está vacío.' })
  expect(readList(latin('\0'))).toEqual({
    problem: 'Si es un libro de Excel, guárdalo como CSV.',
  })
  expect(unreadable(previewOf('', NOBODY))).toBeNull()
  expect(unreadable(previewOf('email;días\n', NOBODY))).toMatch(/ninguna línea con una persona/)
})

it('leaves out an address that the server refuses, and names the letters', () => {
  const texts = rowsOf('peña@ejemplo.es\nana@ejemplo..es\nana(@ejemplo.es\neva@España.es\nnadie').map(
    ({ email, problem }) => problem && problemText(problem, email),
  )
  const without = (letters: string) =>
    `lleva «${letters}», y aquí un email va sin eñes, acentos ni otros signos`
  expect(texts).toEqual([without('ñ'), 'no es un email', 'no es un email', without('ñ'), 'no es un email'])
  expect(problemText('email', 'jos\u0065\u0301@peña.es')).toBe(without('é ñ'))
})
