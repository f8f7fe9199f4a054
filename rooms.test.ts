import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listPaths, listSources, type SourceFile } from './source-files.ts'

// These are the rooms of each house, and which of them a room may enter. A room enters only those above it, so that
// nothing goes round. What lies in the house itself, here HALL, starts it, or is what its rooms share.

const HALL = '.'

const HOUSES: Record<string, Record<string, readonly string[]>> = {
  core: {
    time: [],
    records: ['time'],
    baby: ['time'],
    night: ['records', 'time'],
    day: ['baby', 'night', 'records', 'time'],
    plan: ['baby', 'day', 'records', 'time'],
    habit: ['baby', 'day', 'plan', 'records', 'time'],
    week: ['baby', 'day', 'habit', 'plan', 'records', 'time'],
    overview: ['day', 'habit', 'plan', 'records', 'time', 'week'],
    rebuild: ['day', 'night', 'plan', 'records', 'time', 'week'],
    testing: ['plan', 'records', 'time'],
  },
  app: {
    words: [],
    device: [],
    wire: [],
    ui: ['words'],
    'data-files': ['words'],
    session: ['device', 'wire'],
    family: ['device', 'session', 'wire'],
    local: ['data-files', 'device', 'family', 'session'],
    sync: ['device', 'family', 'local', 'session', 'wire'],
    changes: ['data-files', 'device', 'family', 'local', 'sync'],
    forms: ['local'],
    leaving: ['data-files', 'device', 'family', 'local', 'session', 'sync', 'ui', 'wire', 'words'],
    account: ['device', 'leaving', 'session', 'sync', 'wire'],
    navigation: ['forms', 'ui'],
    update: ['device', 'navigation', 'session'],
    screens: [
      'account',
      'changes',
      'data-files',
      'device',
      'family',
      'forms',
      'leaving',
      'local',
      'navigation',
      'session',
      'ui',
      'update',
      'wire',
      'words',
    ],
    shell: [
      'changes',
      'device',
      'family',
      'forms',
      'leaving',
      'local',
      'navigation',
      'screens',
      'session',
      'sync',
      'ui',
      'update',
      'words',
    ],
    console: [
      'account',
      'data-files',
      'device',
      'family',
      'leaving',
      'local',
      'navigation',
      'screens',
      'session',
      'sync',
      'ui',
      'update',
      'wire',
      'words',
    ],
    [HALL]: ['device', 'navigation', 'screens', 'session', 'shell', 'ui', 'update'],
  },
  'app/console': {
    drafts: [],
    shared: [],
    plans: ['shared'],
    routes: [],
    staff: ['shared'],
    frame: ['drafts', 'routes', 'staff'],
    requests: ['shared'],
    support: ['drafts', 'plans', 'requests', 'shared', 'staff'],
    families: ['drafts', 'requests', 'routes', 'shared', 'staff', 'support'],
    templates: ['drafts', 'plans', 'shared', 'staff'],
    accounts: ['drafts', 'shared', 'staff'],
    family: ['families', 'frame', 'plans', 'routes', 'shared', 'staff', 'support'],
    [HALL]: ['accounts', 'families', 'family', 'frame', 'routes', 'staff', 'templates'],
  },
  'app/console/accounts': {
    calls: [],
    [HALL]: ['calls'],
  },
  'app/console/families': {
    asking: [],
    [HALL]: ['asking'],
  },
  'app/console/family': {
    look: [],
    plan: ['look'],
    report: ['look', 'plan'],
    [HALL]: ['look', 'plan', 'report'],
  },
  'app/ui': {
    icons: [],
    layout: [],
    style: [],
    waiting: [],
    buttons: ['icons'],
    charts: ['icons'],
    bars: ['buttons', 'icons'],
    fields: ['buttons', 'icons'],
    overlays: ['buttons', 'icons', 'layout'],
    records: ['buttons', 'icons'],
  },
  'app/screens': {
    fault: [],
    privacy: [],
    resources: [],
    shared: [],
    'end-sleep': ['shared'],
    login: ['shared'],
    night: ['shared'],
    trend: ['shared'],
    'your-data': ['shared'],
    account: ['login', 'shared'],
    'mail-link': ['login', 'shared'],
    invitation: ['login', 'mail-link', 'shared'],
    'printed-diary': ['shared', 'trend'],
    plan: ['account', 'shared', 'your-data'],
    support: ['plan', 'shared'],
    carers: ['shared', 'support'],
    week: ['printed-diary', 'shared'],
    diary: ['account', 'end-sleep', 'night', 'plan', 'shared'],
    'rebuild-day': ['diary', 'shared'],
    'sleep-form': ['diary', 'end-sleep', 'shared'],
    'wake-up': ['diary', 'night'],
    [HALL]: [
      'account',
      'carers',
      'diary',
      'end-sleep',
      'invitation',
      'login',
      'mail-link',
      'plan',
      'rebuild-day',
      'resources',
      'shared',
      'sleep-form',
      'support',
      'trend',
      'wake-up',
      'week',
    ],
  },
  server: {
    settings: [],
    log: [],
    db: ['log', 'settings'],
    http: ['db', 'log'],
    page: ['http'],
    mail: ['log', 'settings'],
    metrics: ['log', 'mail'],
    deployment: ['settings'],
    auth: ['db', 'http', 'log', 'mail', 'settings'],
    rest: ['auth', 'db', 'http', 'log'],
    events: ['auth', 'db', 'http', 'rest'],
    ports: ['auth', 'db', 'http', 'log', 'settings'],
    processes: ['db', 'log', 'metrics', 'settings'],
    administration: ['auth', 'db', 'http', 'log', 'mail', 'settings'],
    keeping: ['administration', 'auth', 'db', 'deployment', 'events', 'log', 'settings'],
    console: ['administration', 'auth', 'db', 'http', 'log', 'mail'],
    [HALL]: [
      'administration',
      'auth',
      'console',
      'db',
      'deployment',
      'events',
      'http',
      'keeping',
      'log',
      'mail',
      'metrics',
      'page',
      'ports',
      'processes',
      'rest',
      'settings',
    ],
  },
  'server/auth': {
    calls: [],
    limits: ['calls'],
    accounts: ['calls', 'limits'],
    sessions: ['accounts', 'calls', 'limits'],
    mails: ['accounts', 'calls', 'limits', 'sessions'],
    providers: ['accounts', 'calls', 'sessions'],
    endpoints: ['accounts', 'calls', 'limits', 'mails', 'providers', 'sessions'],
    [HALL]: ['calls', 'endpoints'],
  },
  'server/auth/endpoints': {
    [HALL]: [],
    about: [HALL],
    admin: [HALL],
    oidc: [HALL],
    saml: [HALL],
    'signing-up': [HALL],
    token: [HALL],
    user: [HALL],
    factors: [HALL, 'admin'],
    'by-mail': [HALL, 'factors'],
  },
  'server/rest': {
    refusals: [],
    query: ['refusals'],
    request: ['query', 'refusals'],
    sql: ['query', 'refusals', 'request'],
    [HALL]: ['query', 'refusals', 'request', 'sql'],
  },
  chaos: {
    program: [],
    phone: ['program'],
    judge: ['program'],
    world: ['judge', 'phone', 'program'],
    [HALL]: ['program', 'world'],
  },
  crash: {
    world: [],
    load: ['world'],
    scenes: ['load', 'world'],
    [HALL]: ['load', 'scenes'],
  },
  cluster: {
    world: [],
    load: [],
    [HALL]: ['load', 'world'],
  },
  e2e: {
    kit: [],
    account: ['kit'],
    back: ['kit'],
    carers: ['kit'],
    console: ['kit'],
    'data-files': ['kit'],
    diary: ['kit'],
    engines: [],
    'first-days': ['kit'],
    'first-minutes': ['kit'],
    form: ['kit'],
    habit: ['kit'],
    network: ['kit'],
    night: ['kit'],
    partner: ['kit'],
    plan: ['kit'],
    privacy: ['kit'],
    shell: ['kit'],
    week: ['kit', 'night'],
    yesterday: ['kit', 'night'],
    ways: ['engines', 'kit'],
    'whole-day': ['first-days', 'kit', 'night', 'week'],
  },
}

/** Tests may enter any room, and so may what starts the whole server for them, or draws the whole app. */
const OUTSIDE = /\.test\.tsx?$|^(app|server)\/testing\//

/** A larger room would hide what is in it. */
const MOST_FILES = 25
/** Decisions, pictures and migrations are looked up by their number; Supabase's own tool reads no folders of them. */
const SHELVES = /^(docs\/(decisions|pictures)|supabase\/migrations)/

const product = listSources('*.ts', '*.tsx').filter(({ path }) => !OUTSIDE.test(path))

describe.each(Object.entries(HOUSES))('%s', (house, rooms) => {
  const arrows = new Set(product.flatMap(arrowsOf))

  it('has an arrow for each step from room to room, and a step for each arrow', () => {
    const drawn = Object.entries(rooms).flatMap(([room, entered]) => entered.map((to) => `${room} → ${to}`))
    expect([...arrows].sort()).toEqual(drawn.sort())
  })

  it('goes round nowhere: a room enters those above it', () => {
    const names = Object.keys(rooms)
    const back = names.flatMap((room, index) =>
      (rooms[room] ?? []).filter((to) => !names.slice(0, index).includes(to)).map((to) => `${room} → ${to}`),
    )
    expect(back).toEqual([])
  })

  it('has no file that comes back to itself by its imports, those of types too', () => {
    expect(goingRound(product.filter(({ path }) => path.startsWith(`${house}/`)))).toEqual([])
  })

  function arrowsOf({ path, imports }: SourceFile): string[] {
    const from = roomOf(path)
    if (from === null) return []
    return imports
      .filter((target) => target.startsWith(`${house}/`))
      .map((target) => roomOf(target) ?? '')
      .filter((to) => to !== from)
      .map((to) => `${from} → ${to}`)
  }

  /** Returns null for what is in another house. */
  function roomOf(path: string): string | null {
    if (!path.startsWith(`${house}/`)) return null
    const [room = '', inside] = path.slice(house.length + 1).split('/')
    return inside === undefined ? HALL : room
  }
})

it(`no folder holds more than ${MOST_FILES} files`, () => {
  const counts = new Map<string, number>()
  for (const path of listPaths()) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  const full = [...counts].filter(([folder, count]) => count > MOST_FILES && !SHELVES.test(folder))
  expect(full).toEqual([])
})

it('ARCHITECTURE.md names every room', () => {
  const drawn = readFileSync('ARCHITECTURE.md', 'utf8')
  const rooms = new Set(listPaths('*.ts', '*.tsx', '*.mjs', '*.sql').map((path) => posix.dirname(path)))
  const unnamed = [...rooms].filter((room) => room !== '.' && !drawn.includes(`${posix.basename(room)}/`))
  expect(unnamed).toEqual([])
})

/**
 * Takes away files that import no other or that no other imports, until only circles are left, and ways between them.
 */
function goingRound(files: readonly SourceFile[]): string[] {
  const names = new Set(files.map(({ path }) => path))
  const imported = new Set(files.flatMap(({ imports }) => imports))
  const left = files.filter(
    ({ path, imports }) => imported.has(path) && imports.some((target) => names.has(target)),
  )
  return left.length === files.length ? left.map(({ path }) => path) : goingRound(left)
}
