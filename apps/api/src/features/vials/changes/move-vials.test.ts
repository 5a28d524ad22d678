import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entriesPath, movePath, startVialsPortal, type VialsPortal, vialsOf } from '#api/features/vials/vials.fixture.ts'
import { createAddedVials, createPatient } from '#api/testing/factories.ts'

let vials: VialsPortal
beforeAll(async () => {
  vials = await startVialsPortal()
})
afterAll(() => vials.portal.close())

const timelineOf = async (patient: number, reader = patient) =>
  (await (await vials.portal.as(reader)).get(`/api/v1/users/patient/${patient}/timeline/`)).json().results
const noticesOf = async (user: number) =>
  (await (await vials.portal.as(user)).get('/api/v1/notices/')).json().results as {
    title: string
    about: number
    path: string
  }[]

describe('POST /api/v1/vials/move/', () => {
  test('puts vials in process into quarantine without changing the counts', async () => {
    const { patient, vials: ids } = await vials.inProcess(3)
    const answer = await vials.lab.post(movePath, { vials: ids.slice(0, 2), to: 'quarantine', reason: 'not needed' })
    expect([answer.statusCode, answer.json().message]).toEqual([200, '2 vials have been put into quarantine!'])
    expect(answer.json().results).toMatchObject([
      { id: ids[0], state: 'quarantine', reason: '' },
      { id: ids[1], state: 'quarantine', reason: '' },
    ])
    expect(await vials.statesOf(patient)).toEqual(['quarantine', 'quarantine', 'in_process'])
    expect(await vials.countsOf(patient)).toEqual([0, 0])
    const codes = answer.json().results.map(({ code }: { code: string }) => code)
    expect(await vials.auditEntries(patient, 'vials.quarantined')).toEqual([
      { actor_id: vials.at.lab, before: null, after: { vials: 2, codes } },
    ])
  })

  test('keeps a vial on hold available, and shows the reason to the lab only', async () => {
    const { patient, vials: ids } = await vials.stock(3)
    const held = await vials.admin.post(movePath, { vials: [ids[0]], to: 'held', reason: 'The seal looks broken' })
    expect(held.json()).toMatchObject({
      message: '1 vial has been put on hold!',
      results: [{ state: 'held', reason: 'The seal looks broken' }],
    })
    expect(await vials.countsOf(patient)).toEqual([3, 0])
    const [auditEntry] = await vials.auditEntries(patient, 'vials.held')
    expect(auditEntry.after).toMatchObject({ vials: 1, reason: 'The seal looks broken' })
    expect(await timelineOf(patient)).toMatchObject([{ type: 'vials.held', changes: [{ field: 'Vials', from: null, to: '1' }] }])
    const back = await vials.lab.post(movePath, { vials: [ids[0]], to: 'released' })
    expect(back.json()).toMatchObject({
      message: '1 vial has been put back into stock!',
      results: [{ state: 'released', reason: '' }],
    })
    expect((await vials.auditEntries(patient, 'vials.resumed'))[0].after).toMatchObject({ vials: 1 })
    const { steps } = (await vials.lab.get(`/api/v1/vials/find/${back.json().results[0].code}/`)).json()
    expect(steps.slice(1)).toMatchObject([
      { from: 'released', to: 'held', reason: 'The seal looks broken', by: 'Ada Min' },
      { from: 'held', to: 'released', reason: '', by: 'Lena Lab' },
    ])
  })

  test('reduces entries and counts by disposed vials in stock', async () => {
    const { patient, entry, vials: ids } = await vials.stock(4)
    const second = await vials.portal.seed((db) => createAddedVials(db, patient, 2))
    const [, , third, , fifth] = await vialsOf(vials.portal, patient)
    await vials.lab.post(movePath, { vials: [fifth], to: 'held', reason: 'Cracked' })
    const answer = await vials.lab.post(movePath, { vials: [third, fifth, ids[3]], to: 'disposed', reason: 'Thawed' })
    expect([answer.statusCode, answer.json().message]).toEqual([200, '3 vials have been disposed of!'])
    expect(await vials.statesOf(patient)).toEqual(['released', 'released', 'disposed', 'disposed', 'disposed', 'released'])
    expect(await vials.countsOf(patient)).toEqual([3, 0])
    const history = (await vials.lab.get(`${entriesPath}user/${patient}/`)).json().results
    expect(history).toMatchObject([
      { id: second, quantity: 1, corrected: true },
      { id: entry, quantity: 2, corrected: true },
    ])
    const [auditEntry] = await vials.auditEntries(patient, 'vials.disposed')
    expect(auditEntry).toMatchObject({
      before: { vials_available: 6 },
      after: { vials: 3, reason: 'Thawed', vials_available: 3 },
    })
    const [event] = await timelineOf(patient)
    expect(event).toMatchObject({
      type: 'vials.disposed',
      changes: [
        { field: 'Vials', from: null, to: '3' },
        { field: 'Vials available', from: '6', to: '3' },
      ],
    })
    const { rows } = await vials.portal.owner.query('select replaced_by from vial_entry_versions where entry_id = $1', [entry])
    expect(rows).toEqual([{ replaced_by: vials.at.lab }])
  })

  test('disposes of vials before stock without changing the counts', async () => {
    const { patient, vials: ids } = await vials.inProcess(2)
    await vials.lab.post(movePath, { vials: [ids[0]], to: 'quarantine' })
    expect((await vials.lab.post(movePath, { vials: ids, to: 'disposed', reason: 'No growth' })).statusCode).toBe(200)
    expect(await vials.statesOf(patient)).toEqual(['disposed', 'disposed'])
    expect(await vials.countsOf(patient)).toEqual([0, 0])
    expect((await vials.auditEntries(patient, 'vials.disposed'))[0].before).toBeNull()
  })

  test.each([
    ['in_process', 'held', 'in processing', 'put on hold'],
    ['in_process', 'released', 'in processing', 'put back into stock'],
    ['quarantine', 'quarantine', 'in quarantine', 'put into quarantine'],
    ['quarantine', 'released', 'in quarantine', 'put back into stock'],
    ['released', 'quarantine', 'released', 'put into quarantine'],
    ['released', 'released', 'released', 'put back into stock'],
    ['held', 'held', 'on hold', 'put on hold'],
    ['shipped', 'disposed', 'shipped', 'disposed of'],
    ['shipped', 'released', 'shipped', 'put back into stock'],
    ['disposed', 'released', 'disposed of', 'put back into stock'],
    ['disposed', 'disposed', 'disposed of', 'disposed of'],
  ])('moves no vial of a batch if one would move from %s to %s', async (from, to, stateText, participle) => {
    const { patient, vials: made } = await vials.inProcess(2)
    const fresh = (await vials.stock(3)).vials
    const immovable = from === 'in_process' || from === 'quarantine' ? made[0] : fresh[0]
    const why = { reason: 'Because' }
    if (from === 'quarantine') await vials.lab.post(movePath, { vials: [immovable], to: from })
    if (from === 'held' || from === 'disposed') await vials.lab.post(movePath, { vials: [immovable], to: from, ...why })
    if (from === 'shipped') {
      const { rows } = await vials.portal.owner.query('select user_id from vials where id = $1', [immovable])
      await vials.ship(rows[0].user_id, 1)
    }
    // The other vial of the batch may move to this state.
    const candidate = to === 'held' || to === 'disposed' ? fresh[2] : made[1]
    const movable = to === 'released' ? fresh[1] : candidate
    if (to === 'released') await vials.lab.post(movePath, { vials: [movable], to: 'held', ...why })
    const before = await vials.portal.owner.query('select state from vials where id = $1', [movable])
    const answer = await vials.lab.post(movePath, { vials: [movable, immovable], to, ...why })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      {
        code: 'conflict',
        message: `Vial ${formatVialCode(await vials.codeOf(immovable as number))} is ${stateText}, so it cannot be ${participle}. None of the vials was moved.`,
      },
    ])
    expect((await vials.portal.owner.query('select state from vials where id = $1', [movable])).rows).toEqual(before.rows)
    expect(await vials.auditEntries(patient, 'vials.disposed')).toEqual([])
  })

  test('audits and notifies for each patient of a batch', async () => {
    const [first, second] = [await vials.stock(2), await vials.stock(1)]
    const batch = [...second.vials, ...first.vials]
    const answer = await vials.admin.post(movePath, { vials: batch, to: 'held', reason: 'Recall' })
    expect(answer.json().results.map(({ id }: { id: number }) => id)).toEqual(batch)
    for (const { patient, vials: ids } of [first, second]) {
      expect((await vials.auditEntries(patient, 'vials.held')).map(({ after }) => after.vials)).toEqual([ids.length])
      for (const reader of [vials.at.center, vials.at.lab]) {
        const notice = (await noticesOf(reader)).find(({ about }) => about === patient)
        expect(notice).toMatchObject({
          title: expect.stringMatching(/^Vials of Test .+ were put on hold$/),
          path: `/users/${patient}?tab=vials`,
        })
        expect(JSON.stringify(notice)).not.toContain('Recall')
      }
    }
    await vials.lab.post(movePath, { vials: first.vials, to: 'disposed', reason: 'Recall' })
    const disposalNotices = async (user: number) =>
      (await noticesOf(user)).filter(({ title, about }) => title.includes('disposed') && about === first.patient)
    expect([await disposalNotices(vials.at.center), await disposalNotices(vials.at.lab)]).toMatchObject([
      [{ path: `/users/${first.patient}?tab=vials` }],
      [],
    ])
  })

  test.each([
    ['reason', { to: 'held', reason: ' ' }],
    ['reason', { to: 'disposed' }],
    ['reason', { to: 'held', reason: 'x'.repeat(201) }],
    ['to', { to: 'shipped', reason: 'x' }],
    ['vials', { vials: [], to: 'held', reason: 'x' }],
    ['vials', { vials: ['x'], to: 'held', reason: 'x' }],
  ])('refuses an invalid %s by its field and moves nothing', async (field, wrong) => {
    const { patient, vials: ids } = await vials.stock(1)
    const answer = await vials.lab.post(movePath, { vials: ids, ...wrong })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)[0]).toContain(field)
    expect(await vials.statesOf(patient)).toEqual(['released'])
  })

  test('refuses vials that the viewer may not see like unknown ones, and moves nothing', async () => {
    const own = await vials.stock(1)
    const foreign = await vials.stock(1, vials.at.otherCenter)
    const theirPatient = await vials.portal.seedOther((db) => createPatient(db))
    await vials.portal.seedOther((db) => createAddedVials(db, theirPatient, 1))
    const theirs = await vialsOf(vials.portal, theirPatient)
    for (const other of [foreign.vials[0], theirs[0], 99_999_999]) {
      const answer = await vials.lab.post(movePath, { vials: [own.vials[0], other], to: 'held', reason: 'x' })
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { vials: ['Choose vials of your patients.'] }])
    }
    for (const { patient } of [own, foreign]) expect(await vials.statesOf(patient)).toEqual(['released'])
    expect(await vials.statesOf(theirPatient)).toEqual(['released'])
  })

  test('refuses all roles except admins and labs', async () => {
    const { patient, vials: ids } = await vials.stock(1)
    const move = { vials: ids, to: 'held', reason: 'x' }
    for (const role of [patient, vials.at.center, vials.at.rep, vials.at.staff, vials.at.referral])
      expect((await (await vials.portal.as(role)).post(movePath, move)).statusCode).toBe(403)
    expect((await vials.portal.guest.post(movePath, move)).statusCode).toBe(401)
    expect((await vials.otherAdmin.post(movePath, move)).statusCode).toBe(422)
    expect(await vials.statesOf(patient)).toEqual(['released'])
  })
})
