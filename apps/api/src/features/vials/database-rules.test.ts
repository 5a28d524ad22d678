/** Rules that the database enforces by itself. The statements are run as the application's database user, without commands. */
import { VialState } from '@vialdesk/contract/care/single-vials'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { createUser } from '#api/testing/factories.ts'
import { listPath, startVialsPortal, type VialsPortal } from './vials.fixture.ts'

let vials: VialsPortal
beforeAll(async () => {
  vials = await startVialsPortal()
})
afterAll(() => vials.portal.close())

/** Runs and commits statements in one transaction of the application's database user. */
const asApplication = (...statements: [text: string, values: unknown[]][]) =>
  inDomain(vials.portal.pool, vials.portal.domainId, async (db) => {
    for (const [text, values] of statements) await db.rows(text, values)
  })
const breaks = (constraint: string) => ({ code: expect.stringMatching(/^23/), constraint })
const DENIED = { code: '42501' }

/** A vial in this state, with the entries and the reason that the state needs. */
async function createVialIn(state: VialState): Promise<{ id: number; patient: number }> {
  const isBeforeStock = state === 'in_process' || state === 'quarantine'
  const { patient, vials: ids } = await (isBeforeStock ? vials.inProcess(1) : vials.stock(1))
  const id = ids[0] as number
  const reason = state === 'held' || state === 'disposed' ? 'Because' : ''
  if (state === 'shipped') await vials.ship(patient, 1)
  else if (state !== 'in_process' && state !== 'released')
    await vials.lab.post('/api/v1/vials/move/', { vials: [id], to: state, reason })
  return { id, patient }
}

/** All values that a state needs, so that only the move itself can be refused. */
const valuesFor = (state: VialState, entries: { added: number; shipped: number }) => {
  const hadStock = ['released', 'held', 'shipped'].includes(state)
  return [
    state,
    ['held', 'disposed'].includes(state) ? 'Because' : '',
    hadStock ? entries.added : null,
    state === 'shipped' ? entries.shipped : null,
  ]
}
const allowedMoves = [
  ...['in_process quarantine', 'in_process disposed', 'quarantine released', 'quarantine disposed', 'released held'],
  ...['released shipped', 'released disposed', 'held released', 'held disposed', 'shipped released'],
]

describe('a move', () => {
  test.each(VialState.options)('from %s leads to the allowed states only', async (from) => {
    for (const to of VialState.options.filter((each) => each !== from)) {
      const { id, patient } = await createVialIn(from)
      const [added, shipped] = await vials.portal.seed(async (db) => {
        const entry = { domain_id: db.domainId, user_id: patient, quantity: 0, date: '2026-03-01' }
        const entries = db.insertInto('vial_entries').values([
          { ...entry, type: 'added' },
          { ...entry, type: 'shipped' },
        ])
        return (await entries.returning('id').execute()).map((each) => each.id)
      })
      const entries = { added: added as number, shipped: shipped as number }
      const move = inDomain(vials.portal.pool, vials.portal.domainId, async (db) => {
        await db.rows(
          'update vials set state = $2, reason = $3, added_entry_id = coalesce(added_entry_id, $4), shipped_entry_id = $5 where id = $1',
          [id, ...valuesFor(to, entries)],
        )
        throw new Error('was allowed')
      })
      const isAllowed = allowedMoves.includes(`${from} ${to}`)
      await expect(move, `${from} ${to}`).rejects.toMatchObject(
        isAllowed ? { message: 'was allowed' } : breaks('vials_state_change_check'),
      )
    }
  })

  test('begins in process or in stock only', async () => {
    const patient = await vials.newPatient()
    for (const state of VialState.options.filter((each) => each !== 'in_process' && each !== 'released')) {
      const made = asApplication([
        'insert into vials (domain_id, user_id, state) values ($1, $2, $3)',
        [vials.portal.domainId, patient, state],
      ])
      await expect(made).rejects.toMatchObject(breaks('vials_state_change_check'))
    }
    const released = asApplication([
      `insert into vials (domain_id, user_id, state) values ($1, $2, 'released')`,
      [vials.portal.domainId, patient],
    ])
    await expect(released).rejects.toMatchObject(breaks('vials_added_entry_id_check'))
  })

  test('requires the values that the new state needs', async () => {
    const { id } = await createVialIn('released')
    const set = (what: string) => asApplication([`update vials set ${what} where id = $1`, [id]])
    await expect(set(`state = 'held'`)).rejects.toMatchObject(breaks('vials_reason_check'))
    await expect(set(`state = 'shipped'`)).rejects.toMatchObject(breaks('vials_shipped_entry_id_check'))
    await expect(set(`reason = 'For nothing'`)).rejects.toMatchObject(breaks('vials_reason_check'))
    await expect(set(`position = 'A1'`)).rejects.toMatchObject(breaks('vials_position_check'))
    await expect(set('added_entry_id = null')).rejects.toMatchObject(breaks('vials_added_entry_id_check'))
    const gone = await createVialIn('disposed')
    for (const what of [`reason = 'Another'`, 'added_entry_id = null'])
      await expect(asApplication([`update vials set ${what} where id = $1`, [gone.id]])).rejects.toMatchObject(
        breaks('vials_unchangeable_check'),
      )
    await expect(asApplication([`update vials set place = 'Bin' where id = $1`, [gone.id]])).rejects.toMatchObject(
      breaks('vials_place_check'),
    )
  })

  test('is written to vial_steps by the database, which nobody can change', async () => {
    const { id } = await createVialIn('held')
    const { rows } = await vials.portal.owner.query(
      'select from_state, to_state, reason, actor_id from vial_steps where vial_id = $1 order by id',
      [id],
    )
    expect(rows).toMatchObject([
      { from_state: null, to_state: 'released' },
      { from_state: 'released', to_state: 'held', reason: 'Because', actor_id: vials.at.lab },
    ])
    const step = `insert into vial_steps (domain_id, vial_id, to_state, reason, place, position) values ($2, $1, 'held', '', '', '')`
    await expect(asApplication([step, [id, vials.portal.domainId]])).rejects.toMatchObject(DENIED)
    await expect(asApplication([`update vial_steps set reason = '' where vial_id = $1`, [id]])).rejects.toMatchObject(DENIED)
    await expect(asApplication(['delete from vial_steps where vial_id = $1', [id]])).rejects.toMatchObject(DENIED)
    await expect(vials.portal.owner.query('delete from vial_steps where vial_id = $1', [id])).rejects.toThrow()
    await expect(vials.portal.owner.query('delete from vials where id = $1', [id])).rejects.toThrow()
  })
})

describe('a vial', () => {
  test('keeps its patient and its code', async () => {
    const [own, other] = [await createVialIn('released'), await vials.newPatient()]
    for (const set of [
      `user_id = ${other}`,
      `code = '000000000000'`,
      'made_at = now()',
      'since = now()',
      'lab_id = null',
      'listed = false',
    ])
      await expect(asApplication([`update vials set ${set} where id = $1`, [own.id]]), set).rejects.toMatchObject(DENIED)
    for (const set of [`user_id = ${other}`, `code = '000000000000'`, `made_at = '2020-01-01'`])
      await expect(vials.portal.owner.query(`update vials set ${set} where id = $1`, [own.id]), set).rejects.toMatchObject(
        breaks('vials_unchangeable_check'),
      )
    await expect(asApplication(['delete from vials where id = $1', [own.id]])).rejects.toMatchObject(DENIED)
    const made = `insert into vials (domain_id, user_id, state, code) values ($1, $2, 'in_process', '000000000000')`
    await expect(asApplication([made, [vials.portal.domainId, other]])).rejects.toMatchObject(DENIED)
  })

  test('refers only to entries of its own patient and of the right type', async () => {
    const [own, other] = [await vials.stock(2), await vials.stock(1)]
    const shipment = await vials.ship(other.patient, 1)
    const [id] = own.vials
    const setEntry = (what: string, entry: number) => asApplication([`update vials set ${what} where id = $1`, [id, entry]])
    await expect(setEntry('added_entry_id = $2', other.entry)).rejects.toMatchObject(breaks('vials_entries_check'))
    await expect(setEntry(`state = 'shipped', shipped_entry_id = $2`, shipment)).rejects.toMatchObject(
      breaks('vials_entries_check'),
    )
    await expect(setEntry(`state = 'shipped', shipped_entry_id = $2`, own.entry)).rejects.toMatchObject(
      breaks('vials_entries_check'),
    )
    const made = `insert into vials (domain_id, user_id, state, added_entry_id) values ($1, $2, 'released', $3)`
    for (const entry of [other.entry, shipment])
      await expect(asApplication([made, [vials.portal.domainId, own.patient, entry]])).rejects.toMatchObject(
        breaks('vials_entries_check'),
      )
  })

  test('of another domain cannot be changed', async () => {
    const { id } = await createVialIn('released')
    const changed = await inDomain(vials.portal.pool, vials.portal.otherDomainId, (db) =>
      db.rows(`update vials set place = 'Mine' where id = $1 returning id`, [id]),
    )
    expect(changed).toEqual([])
  })
})

describe('entries and vials', () => {
  const disagree = breaks('vial_entries_vials_check')
  test('agree at every commit', async () => {
    const { patient, entry, vials: ids } = await vials.stock(2)
    const { domainId } = vials.portal
    const add = `insert into vial_entries (domain_id, user_id, type, quantity, date) values ($1, $2, $3, 1, '2026-03-01')`
    for (const type of ['added', 'shipped'])
      await expect(asApplication([add, [domainId, patient, type]])).rejects.toMatchObject(disagree)
    await expect(asApplication(['update vial_entries set quantity = 3 where id = $1', [entry]])).rejects.toMatchObject(disagree)
    const one = `insert into vials (domain_id, user_id, state, added_entry_id) values ($1, $2, 'released', $3)`
    await expect(asApplication([one, [domainId, patient, entry]])).rejects.toMatchObject(disagree)
    const dispose = `update vials set state = 'disposed', reason = 'Thawed' where id = $1`
    await expect(asApplication([dispose, [ids[0]]])).rejects.toMatchObject(disagree)
    await asApplication([dispose, [ids[0]]], ['update vial_entries set quantity = 1 where id = $1', [entry]])
    expect([await vials.countsOf(patient), await vials.statesOf(patient)]).toEqual([
      [1, 0],
      ['disposed', 'released'],
    ])
  })

  test('have counts that the application cannot write', async () => {
    const { patient, entry } = await vials.stock(1)
    await expect(asApplication(['update vial_entries set vials = 5 where id = $1', [entry]])).rejects.toMatchObject(DENIED)
    const add = `insert into vial_entries (domain_id, user_id, type, quantity, date, vials) values ($1, $2, 'added', 5, '2026-03-01', 5)`
    await expect(asApplication([add, [vials.portal.domainId, patient]])).rejects.toMatchObject(DENIED)
    await expect(
      asApplication(['update vial_counts set vials_available = 9 where user_id = $1', [patient]]),
    ).rejects.toMatchObject(DENIED)
  })
})

describe('the lists of vials', () => {
  const readTallies = async () => {
    const { rows } = await vials.portal.owner.query(
      `select key, sum(n)::int as n from tallies where list = 'vials' group by 1 having sum(n) <> 0 order by 1`,
    )
    return rows
  }
  const countRows = async () => {
    const { rows } = await vials.portal.owner.query(
      `select key, count(*)::int as n from vials v, lateral (
         select unnest(array['all', 'state:' || state]) as key where listed
         union all select unnest(array['lab:' || lab_id, 'lab:' || lab_id || '|state:' || state]) where visible_to_lab) k
       group by 1 order by 1`,
    )
    return rows
  }
  const countFor = async (user: number) => (await (await vials.portal.as(user)).get(`${listPath}?limit=1`)).json().count as number

  test('leave out the vials of a patient while it is inactive', async () => {
    const { patient, vials: ids } = await vials.stock(3)
    const before = await countFor(vials.at.lab)
    expect((await vials.admin.get(`/api/v1/users/set/inactive/${patient}/`)).statusCode).toBe(200)
    expect(await countFor(vials.at.lab)).toBe(before - 3)
    expect(await readTallies()).toEqual(await countRows())
    const code = await vials.codeOf(ids[0] as number)
    expect((await vials.admin.get(`${listPath}?search=${code}`)).json().count).toBe(0)
    for (const path of [`${listPath}?patient=${patient}`, `/api/v1/vials/find/${code}/`, `/api/v1/vials/trace/${patient}/`])
      expect((await vials.admin.get(path)).statusCode, path).toBe(404)
    expect((await vials.admin.get(`/api/v1/users/set/active/${patient}/`)).statusCode).toBe(200)
    expect(await countFor(vials.at.lab)).toBe(before)
    expect(await readTallies()).toEqual(await countRows())
  })

  test('follow when a center changes its lab or a patient its center', async () => {
    const { portal } = vials
    const [lab, nextLab] = await portal.seed(async (db) => [await createUser(db, 'lab'), await createUser(db, 'lab')])
    const center = await portal.seed((db) => createUser(db, 'harvest_center', { lab_id: lab as number }))
    const { patient, vials: ids } = await vials.stock(2, center)
    await (await portal.as(lab as number)).post('/api/v1/vials/store/', {
      place: 'Box',
      vials: ids.map((id, n) => ({ id, position: `A${n}` })),
    })
    await portal.owner.query('update users set lab_id = $2 where id = $1', [center, nextLab])
    expect([await countFor(lab as number), await countFor(nextLab as number)]).toEqual([0, 2])
    const { rows } = await portal.owner.query('select distinct place, position from vials where user_id = $1', [patient])
    expect(rows).toEqual([{ place: 'Box', position: '' }])
    await portal.owner.query('update users set harvest_center_id = $2 where id = $1', [patient, vials.at.center])
    expect(await countFor(nextLab as number)).toBe(0)
    expect((await vials.lab.get(`${listPath}?patient=${patient}`)).json().count).toBe(2)
    expect(await readTallies()).toEqual(await countRows())
  })

  test('agree after vials are registered while patients and centers change', async () => {
    const { portal } = vials
    const nextLab = await portal.seed((db) => createUser(db, 'lab'))
    for (let round = 0; round < 2; round++) {
      const newCenter = () => portal.seed((db) => createUser(db, 'harvest_center', { lab_id: vials.at.lab }))
      const [center, closing] = [await newCenter(), await newCenter()]
      const { patient } = await vials.inProcess(1, center)
      const [leaver, newcomer] = [await vials.newPatient(center), (await vials.inProcess(2, center)).patient]
      await Promise.all([
        vials.admin.post(listPath, { user: patient, quantity: 3 }),
        portal.owner.query('update users set lab_id = $2 where id = $1', [center, nextLab]),
        vials.admin.post(listPath, { user: leaver, quantity: 3 }),
        vials.admin.get(`/api/v1/users/set/inactive/${leaver}/`),
        vials.admin.get(`/api/v1/users/set/inactive/${closing}/`),
        portal.owner.query('update users set harvest_center_id = $2 where id = $1', [newcomer, closing]),
      ])
    }
    const { rows } = await portal.owner.query(
      `select v.id from vials v join users u on u.id = v.user_id left join users c on c.id = u.harvest_center_id
       where (v.lab_id, v.listed, v.visible_to_lab) is distinct from (c.lab_id, u.active, u.active and c.active and c.lab_id is not null)`,
    )
    expect(rows).toEqual([])
    expect(await readTallies()).toEqual(await countRows())
  })
})

test('codes are unique and use 32 characters evenly', async () => {
  const { rows } = await vials.portal.owner.query(
    `with codes as (select new_vial_code() as code from generate_series(1, 4000))
     select (select count(distinct code)::int from codes) as codes, character, count(*)::int as n
     from codes, regexp_split_to_table(code, '') character
     group by character`,
  )
  expect([rows.length, rows[0].codes]).toEqual([32, 4000])
  for (const { n } of rows) expect(Math.abs(n - 1500)).toBeLessThan(300)
  expect(rows.map(({ character }) => character).join('')).not.toMatch(/[ILOU]/)
})
