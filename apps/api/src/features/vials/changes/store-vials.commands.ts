import type { NewVials, Vial, VialStorage } from '@vialdesk/contract/care/single-vials'
import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import type { Db } from '#api/db/db.ts'
import { getVialRows } from '#api/features/vials/lists/vial-pages.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { groupByPatient, lockVials } from './lock-vials.commands.ts'

type Placements = VialStorage['vials']

/**
 * Puts each vial into its position at the place. A blank place removes them from their places. Refuses with 409 if one of them was shipped
 * or disposed of.
 */
export async function storeVials(db: Db, actor: Actor, { place, vials: placements }: VialStorage): Promise<Vial[]> {
  const ids = placements.map(({ id }) => id)
  if (new Set(ids).size < ids.length) failField('vials', 'Choose each vial once.')
  const locked = await lockVials(db, actor, ids)
  const gone = locked.find(({ state }) => state === 'shipped' || state === 'disposed')
  if (gone) {
    const what = gone.state === 'shipped' ? 'has been shipped' : 'was disposed of'
    fail('conflict', {
      message: `Vial ${formatVialCode(gone.code)} ${what}, so it cannot be stored. None of the vials was stored.`,
    })
  }
  await validatePositions(db, place, placements, actor.role === 'admin')
  await updatePositions(db, place, placements)
  const positions = new Map(placements.map(({ id, position }) => [id, position]))
  const moved = locked.filter((vial) => vial.place !== place || vial.position !== positions.get(vial.id))
  for (const [patient, vials] of groupByPatient(moved))
    audit(db, {
      type: 'vials.stored',
      patient,
      after: { vials: vials.length, codes: vials.map(({ code }) => code), place },
    })
  return getVialRows(db, ids)
}

/** The first position that another vial has, or that the batch names twice. Ignores case. Vials of the batch may swap positions. */
const SELECT_TAKEN_POSITION = `
  with wanted as (
    select
      w.id,
      w.position,
      coalesce(v.lab_id, 0) as lab,
      lower($4) || chr(31) || lower(w.position) as position_key
    from unnest($2::bigint[], $3::text[]) w (id, position)
    join vials v on v.domain_id = $1 and v.id = w.id
    where w.position <> '')
  select w.position, case when $5 or t.visible_to_lab then t.code end as code, true as taken
  from wanted w
  join vials t on t.domain_id = $1 and coalesce(t.lab_id, 0) = w.lab and t.position_key = w.position_key
  where t.position <> ''
    and t.id <> all($2::bigint[])
  union all
  select min(w.position), null, false
  from wanted w
  group by w.lab, w.position_key
  having count(*) > 1
  limit 1`

/** Names the vial in a taken position only if the viewer may see it: a lab does not see the vials of an inactive center. */
async function validatePositions(db: Db, place: string, placements: Placements, seesAll: boolean): Promise<void> {
  const values = [db.domainId, ...idsAndPositions(placements), place, seesAll]
  const [found] = await db.rows<{ position: string; code: string | null; taken: boolean }>(SELECT_TAKEN_POSITION, values)
  if (!found) return
  const { position, code, taken } = found
  if (!taken) failField('vials', `Two vials cannot share position ${position}.`)
  failField(
    'vials',
    code === null ? `Position ${position} is taken.` : `Position ${position} is taken by vial ${formatVialCode(code)}.`,
  )
}

/** If a concurrent request took a position, the constraint `vials_position_excl` refuses it. */
async function updatePositions(db: Db, place: string, placements: Placements): Promise<void> {
  await db.rows(
    `update vials v
     set place = $4, position = w.position
     from unnest($2::bigint[], $3::text[]) w (id, position)
     where v.domain_id = $1
       and v.id = w.id
       and (v.place, v.position) is distinct from ($4, w.position)`,
    [db.domainId, ...idsAndPositions(placements), place],
  )
}

const idsAndPositions = (placements: Placements) => [placements.map(({ id }) => id), placements.map(({ position }) => position)]

/** Registers vials that are in process, so that each gets its code at once. The caller has locked the patient. */
export async function registerVials(db: Db, { user, quantity, place }: NewVials): Promise<Vial[]> {
  const vial = { domain_id: db.domainId, user_id: user, state: 'in_process', place }
  const registered = await db
    .insertInto('vials')
    .values(Array.from({ length: quantity }, () => vial))
    .returning(['id', 'code'])
    .execute()
  const codes = registered.map(({ code }) => code)
  audit(db, { type: 'vials.registered', patient: user, after: { vials: quantity, codes, place } })
  return getVialRows(
    db,
    registered.map(({ id }) => id),
  )
}
