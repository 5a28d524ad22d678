/** The single vials of the demo, in all states: registered, quarantined, released and stored, some held, one disposed. */
import type { AuditEventType } from '@vialdesk/contract/business/audit-events'
import type { Db } from '#api/db/db.ts'
import { createMissingVials } from '#api/demo/care/missing-vials.ts'
import type { DemoContext } from '../context.ts'
import type { History } from './history.ts'

export interface VialHistoryStep {
  at: Date
  type: AuditEventType
  after: { vials: number; codes: string[]; place?: string; reason?: string }
}
interface Person {
  id: number
  email: string
  center: { lab: number }
  past: History
}

/** The history of a patient's vials. A step that has not happened yet is undefined. */
interface VialPlan {
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

function wayOf({ calendar }: DemoContext, person: Person): VialPlan[] {
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

/** The storage spot of vial number `n`: 25 vials per box, four boxes per rack, four racks per tank. */
function spotAt(n: number): { place: string; position: string } {
  const box = Math.floor(n / 25)
  const rack = Math.floor(box / 4)
  const place = `Tank ${1 + Math.floor(rack / 4)} · Rack ${1 + (rack % 4)} · Box ${1 + (box % 4)}`
  return { place, position: `${'ABCDE'[Math.floor((n % 25) / 5)]}${1 + (n % 5)}` }
}

async function register(db: Db, ways: VialPlan[]): Promise<Made[]> {
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
  from jsonb_to_recordset($4) t (id bigint, at timestamptz, place text, position text) where v.domain_id = $1 and v.id = t.id`

interface Moved {
  id: number
  at: Date
  place: string
  position: string
}
const move = (db: Db, state: string, reason: string, moved: Moved[]) =>
  db.rows(MOVE, [db.domainId, state, reason, JSON.stringify(moved)])

const actAs = (db: Db, lab: number | '') => db.rows(`select set_config('app.actor_id', $1, true)`, [String(lab)])

/** Creates and moves the vials of a lab's patients, with the lab as the actor. */
async function makeOfLab(db: Db, lab: number, ways: VialPlan[]): Promise<Made[]> {
  await actAs(db, lab)
  const made = await register(db, ways)
  const ofWay = (way: VialPlan) => made.filter(({ user_id }) => user_id === way.person.id)
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
  for (const { person } of ways) if (person.past.vials.length > 1) await createMissingVials(db, person.id, person.id)
  return made
}

const tracedOf = ({ registered, quarantined }: VialPlan, codes: string[]): VialHistoryStep[] => {
  const vials = codes.length
  const steps: VialHistoryStep[] = [{ at: registered, type: 'vials.registered', after: { vials, codes, place: INCUBATOR } }]
  return quarantined ? [...steps, { at: quarantined, type: 'vials.quarantined', after: { vials, codes } }] : steps
}

/** Lab ids by patient id. */
type Labs = ReadonlyMap<number, number>

const WHERE = 'select id, place, position, since from vials where domain_id = $1 and id = any($2::bigint[])'

/** Moves some of a patient's vials to another state, `days` after their last step. */
async function setState(
  db: Db,
  labs: Labs,
  made: Made[],
  type: AuditEventType,
  state: string,
  reason: string,
  days: number,
): Promise<VialHistoryStep> {
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

/** Holds and disposals of some vials; all others stay in their normal state. */
async function exceptions(db: Db, ways: VialPlan[], made: Made[]): Promise<Map<number, VialHistoryStep[]>> {
  const labs = new Map(ways.map(({ person }) => [person.id, person.center.lab]))
  const ofWay = (way: VialPlan | undefined) => made.filter(({ user_id }) => user_id === way?.person.id)
  const isStored = ({ released, person }: VialPlan) => released && person.past.vials.length === 1
  const isPatient = ({ person }: VialPlan) => person.email === 'patient@demo.example'
  const own = ofWay(ways.find(isPatient))
  const [first, second] = ways.filter((way) => isStored(way) && !isPatient(way)).map(ofWay) as [Made[], Made[]]
  const [broken] = ways.filter(({ quarantined, released }) => quarantined && !released).map(ofWay) as [Made[]]
  const stepsByPatient = new Map<number, VialHistoryStep[]>()
  const add = (vials: Made[], ...steps: VialHistoryStep[]) => stepsByPatient.set(vials[0]?.user_id as number, steps)
  const late = own.slice(-2)
  add(
    own,
    await setState(db, labs, late, 'vials.held', 'held', 'The seal must be checked', 3),
    await setState(db, labs, late, 'vials.resumed', 'released', '', 2),
  )
  add(first, await setState(db, labs, first.slice(0, 2), 'vials.held', 'held', 'Waiting for the second sterility result', 4))
  add(second, await setState(db, labs, second.slice(-1), 'vials.held', 'held', 'The label is not readable', 6))
  add(broken, await setState(db, labs, broken.slice(-1), 'vials.disposed', 'disposed', 'Cracked while frozen', 1))
  return stepsByPatient
}

/** Creates the vials of all patients and returns the patients with the steps of their vials. */
export async function createVials<P extends Person>(
  db: Db,
  demo: DemoContext,
  people: P[],
): Promise<(P & { traced: VialHistoryStep[] })[]> {
  const ways = people.flatMap((person) => wayOf(demo, person))
  const made: Made[] = []
  for (const [lab, own] of Map.groupBy(ways, ({ person }) => person.center.lab)) made.push(...(await makeOfLab(db, lab, own)))
  const extraSteps = await exceptions(db, ways, made)
  await actAs(db, '')
  return people.map((person) => {
    const way = ways.find((each) => each.person === person)
    const codes = made.filter(({ user_id }) => user_id === person.id).map(({ code }) => code)
    return { ...person, traced: way ? [...tracedOf(way, codes), ...(extraSteps.get(person.id) ?? [])] : [] }
  })
}
