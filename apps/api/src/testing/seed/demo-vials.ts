/** The vials of the demo one by one: registered, kept in quarantine, released by their entry and stored; a few are on hold, one broke. */
import type { EventType } from '@vialdesk/contract/events'
import type { Db } from '#api/db/db.ts'
import { settleVials } from '#api/testing/vials.ts'
import type { Demo } from './demo-parts.ts'
import type { Past } from './demo-past.ts'

export interface TracedStep {
  at: Date
  type: EventType
  after: { vials: number; codes: string[]; place?: string; reason?: string }
}
interface Person {
  id: number
  email: string
  center: { lab: number }
  past: Past
}

/** What becomes of a patient's vials, and when; of those yet to come there is no moment. */
interface Way {
  person: Person
  quantity: number
  registered: Date
  quarantined: Date | undefined
  released: Date | undefined
}
interface Made {
  id: number
  user_id: number
  code: string
}

const INCUBATOR = 'Incubator 1'
const FREEZER = 'Quarantine freezer · Shelf 2'

function wayOf({ calendar }: Demo, person: Person): Way[] {
  const { steps, vials } = person.past
  const prepared = steps.find(({ changes }) => changes.vials_preparation)
  if (!prepared) return []
  const ready = steps.find(({ changes }) => changes.vials_ready_ship)
  const added = vials.find(({ type }) => type === 'added')
  return [
    {
      person,
      quantity: prepared.changes.vials_preparation as number,
      registered: calendar.moment(prepared.daysAgo, 130),
      quarantined: ready && calendar.moment(ready.daysAgo, 130),
      released: added && calendar.moment(added.daysAgo, 180),
    },
  ]
}

/** Boxes of twenty-five, four to a rack, four racks to a tank. */
function spotAt(n: number): { place: string; position: string } {
  const box = Math.floor(n / 25)
  const rack = Math.floor(box / 4)
  const place = `Tank ${1 + Math.floor(rack / 4)} · Rack ${1 + (rack % 4)} · Box ${1 + (box % 4)}`
  return { place, position: `${'ABCDE'[Math.floor((n % 25) / 5)]}${1 + (n % 5)}` }
}

async function register(db: Db, ways: Way[]): Promise<Made[]> {
  const rows = ways.flatMap(({ person, quantity, registered }) => {
    const vial = { domain_id: db.domainId, user_id: person.id, state: 'in_process', place: INCUBATOR }
    return Array.from({ length: quantity }, () => ({ ...vial, made_at: registered, since: registered }))
  })
  return db.insertInto('vials').values(rows).returning(['id', 'user_id', 'code']).execute()
}

const MOVE = `
  update vials v set state = $2, reason = $3, since = t.at, place = t.place, position = t.position,
    added_entry_id = case when $2 = 'released' then coalesce(v.added_entry_id, (select min(e.id) from vial_entries e
      where e.domain_id = $1 and e.user_id = v.user_id and e.type = 'added')) else v.added_entry_id end
  from unnest($4::bigint[], $5::timestamptz[], $6::text[], $7::text[]) t (id, at, place, position) where v.domain_id = $1 and v.id = t.id`

interface Moved {
  id: number
  at: Date
  place: string
  position: string
}
const move = (db: Db, state: string, reason: string, moved: Moved[]) =>
  db.rows(MOVE, [
    ...[db.domainId, state, reason],
    ...[
      moved.map(({ id }) => id),
      moved.map(({ at }) => at),
      moved.map(({ place }) => place),
      moved.map(({ position }) => position),
    ],
  ])

const actAs = (db: Db, lab: number | '') => db.rows(`select set_config('app.actor_id', $1, true)`, [String(lab)])

/** Each step of the vials of a lab's patients, in the lab's name. */
async function makeOfLab(db: Db, lab: number, ways: Way[]): Promise<Made[]> {
  await actAs(db, lab)
  const made = await register(db, ways)
  const ofWay = (way: Way) => made.filter(({ user_id }) => user_id === way.person.id)
  const waiting = ways.flatMap((way) =>
    way.quarantined ? ofWay(way).map(({ id }) => ({ id, at: way.quarantined as Date, place: FREEZER, position: '' })) : [],
  )
  await move(db, 'quarantine', '', waiting)
  const stored = ways.flatMap((way) => (way.released ? ofWay(way).map(({ id }) => ({ id, at: way.released as Date })) : []))
  await move(
    db,
    'released',
    '',
    stored.map((vial, n) => ({ ...vial, ...spotAt(n) })),
  )
  for (const { person } of ways) if (person.past.vials.length > 1) await settleVials(db, person.id, person.id)
  return made
}

const tracedOf = ({ registered, quarantined }: Way, codes: string[]): TracedStep[] => {
  const vials = codes.length
  const steps: TracedStep[] = [{ at: registered, type: 'vials.registered', after: { vials, codes, place: INCUBATOR } }]
  return quarantined ? [...steps, { at: quarantined, type: 'vials.quarantined', after: { vials, codes } }] : steps
}

/** The lab of each patient. */
type Labs = ReadonlyMap<number, number>

const WHERE = 'select id, place, position, since from vials where domain_id = $1 and id = any($2::bigint[])'

/** Some of a patient's vials go on hold, or are disposed of, or come back; days after they came to where they are. */
async function set(
  db: Db,
  labs: Labs,
  made: Made[],
  type: EventType,
  state: string,
  reason: string,
  days: number,
): Promise<TracedStep> {
  await actAs(db, labs.get(made[0]?.user_id as number) ?? '')
  const kept = await db.rows<{ id: number; place: string; position: string; since: string }>(WHERE, [
    db.domainId,
    made.map(({ id }) => id),
  ])
  const at = new Date(Math.max(...kept.map(({ since }) => Date.parse(since))) + days * 86_400_000)
  const place = (vial: (typeof kept)[number]) => (state === 'disposed' ? { place: '', position: '' } : vial)
  await move(
    db,
    state,
    reason,
    kept.map((vial) => ({ ...vial, ...place(vial), id: vial.id, at })),
  )
  return { at, type, after: { vials: made.length, codes: made.map(({ code }) => code), ...(reason && { reason }) } }
}

/** What stands out in an otherwise quiet store. */
async function exceptions(db: Db, ways: Way[], made: Made[]): Promise<Map<number, TracedStep[]>> {
  const labs = new Map(ways.map(({ person }) => [person.id, person.center.lab]))
  const ofWay = (way: Way | undefined) => made.filter(({ user_id }) => user_id === way?.person.id)
  const isStored = ({ released, person }: Way) => released && person.past.vials.length === 1
  const isPatient = ({ person }: Way) => person.email === 'patient@demo.example'
  const own = ofWay(ways.find(isPatient))
  const [first, second] = ways.filter((way) => isStored(way) && !isPatient(way)).map(ofWay) as [Made[], Made[]]
  const [broken] = ways.filter(({ quarantined, released }) => quarantined && !released).map(ofWay) as [Made[]]
  const told = new Map<number, TracedStep[]>()
  const tell = (vials: Made[], ...steps: TracedStep[]) => told.set(vials[0]?.user_id as number, steps)
  const late = own.slice(-2)
  tell(
    own,
    await set(db, labs, late, 'vials.held', 'held', 'The seal has to be looked at', 3),
    await set(db, labs, late, 'vials.resumed', 'released', '', 2),
  )
  tell(first, await set(db, labs, first.slice(0, 2), 'vials.held', 'held', 'Waiting for the second sterility result', 4))
  tell(second, await set(db, labs, second.slice(-1), 'vials.held', 'held', 'The label cannot be read', 6))
  tell(broken, await set(db, labs, broken.slice(-1), 'vials.disposed', 'disposed', 'Cracked while it was frozen', 1))
  return told
}

/** Gives each patient its vials, and what was done to them. */
export async function makeVials<P extends Person>(db: Db, demo: Demo, people: P[]): Promise<(P & { traced: TracedStep[] })[]> {
  const ways = people.flatMap((person) => wayOf(demo, person))
  const made: Made[] = []
  for (const [lab, own] of Map.groupBy(ways, ({ person }) => person.center.lab)) made.push(...(await makeOfLab(db, lab, own)))
  const told = await exceptions(db, ways, made)
  await actAs(db, '')
  return people.map((person) => {
    const way = ways.find((each) => each.person === person)
    const codes = made.filter(({ user_id }) => user_id === person.id).map(({ code }) => code)
    return { ...person, traced: way ? [...tracedOf(way, codes), ...(told.get(person.id) ?? [])] : [] }
  })
}
