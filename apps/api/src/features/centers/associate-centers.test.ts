import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createPatient, createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ids: { admin: number; north: number; south: number; closed: number }
let admin: TestClient
let theirs: { admin: number; center: number; referral: number }

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => ({
    admin: await createUser(db, 'admin'),
    north: await createCenter(db, { company: 'North Clinic' }),
    south: await createCenter(db, { company: 'South Practice' }),
    closed: await createCenter(db, { company: 'Closed Clinic', active: false }),
  }))
  admin = await portal.as(ids.admin)
  theirs = await portal.seedOther(async (db) => ({
    admin: await createUser(db, 'admin'),
    center: await createCenter(db),
    referral: await createUser(db, 'referral_harvest_center'),
  }))
})
afterAll(() => portal.close())

/** A referral center that refers to these harvest centers. */
const createReferral = (centers: number[], values: { company?: string; active?: boolean } = {}) =>
  portal.seed(async (db) => {
    const referral_center_id = await createUser(db, 'referral_harvest_center', values)
    const rows = centers.map((center_id) => ({ domain_id: db.domainId, referral_center_id, center_id }))
    if (rows.length > 0) await db.insertInto('referral_centers').values(rows).execute()
    return referral_center_id
  })
const linkedCenters = async (referral: number) => {
  const text = 'select center_id from referral_centers where referral_center_id = $1 order by 1'
  return (await portal.owner.query(text, [referral])).rows.map(({ center_id }) => Number(center_id))
}
const auditedAssociations = async (referral: number) => {
  const text = `select before, after from audit_log where type = 'referral_center.associated' and subject_id = $1 order by id`
  return (await portal.owner.query(text, [referral])).rows
}

describe('GET /api/v1/rhc-association/all/', () => {
  const path = '/api/v1/rhc-association/all/'
  test('returns referral centers to an admin, newest first, each with its active harvest centers', async () => {
    const [some, none] = [await createReferral([ids.south, ids.north, ids.closed], { company: 'Some' }), await createReferral([])]
    const { results } = (await admin.get(path)).json()
    expect(results.slice(0, 2)).toMatchObject([
      { rhc_desc: { id: none }, hc_desc: [] },
      { rhc_desc: { id: some, company: 'Some' }, hc_desc: [{ id: ids.north, company: 'North Clinic' }, { id: ids.south }] },
    ])
  })
  test('finds referral centers by id, by company and by the company of one of their centers', async () => {
    const [practice, clinic] = [`Wombat${nextNumber()}`, `Numbat${nextNumber()}`]
    const center = await portal.seed((db) => createCenter(db, { company: clinic }))
    const referral = await createReferral([center], { company: practice })
    await createReferral([center], { active: false })
    const foundIds = async (search: string) => {
      const { count, results } = (await admin.get(`${path}?search=${search}`)).json()
      return [count, results.map(({ rhc_desc }: { rhc_desc: { id: number } }) => rhc_desc.id)]
    }
    expect(await foundIds(practice)).toEqual([1, [referral]])
    expect(await foundIds(clinic.toLowerCase())).toEqual([1, [referral]])
    expect((await foundIds(String(referral)))[1]).toContain(referral)
    expect(await foundIds('nothing-goes-by-this')).toEqual([0, []])
  })
  test('is forbidden to other roles, leaves out other domains, and refuses an invalid limit', async () => {
    expect((await (await portal.as(await createReferral([]))).get(path)).statusCode).toBe(403)
    expect((await portal.guest.get(path)).statusCode).toBe(401)
    const { count, results } = (await (await portal.asOther(theirs.admin)).get(path)).json()
    expect([count, results[0].rhc_desc.id]).toEqual([1, theirs.referral])
    expect(Object.keys((await admin.get(`${path}?limit=1000`)).json().errors)).toEqual(['limit'])
  })
})

describe('POST /api/v1/rhc-association/update-association/{id}/', () => {
  const associate = (id: number, rhc_hc_ids: unknown, caller = admin) =>
    caller.post(`/api/v1/rhc-association/update-association/${id}/`, { rhc_hc_ids })

  test('sets the harvest centers and audits old and new values', async () => {
    const referral = await createReferral([ids.north], { company: 'Practice' })
    expect((await associate(referral, [ids.south, ids.south])).json()).toEqual({
      code: 'Success',
      message: 'Record has been updated!',
      rhc_desc: { id: referral, company: 'Practice' },
      hc_desc: [{ id: ids.south, company: 'South Practice' }],
    })
    expect(await auditedAssociations(referral)).toEqual([{ before: { centers: [ids.north] }, after: { centers: [ids.south] } }])
    expect((await associate(referral, [ids.south])).statusCode).toBe(200)
    expect(await auditedAssociations(referral)).toHaveLength(1)
  })
  test('keeps the center of a patient that was referred before', async () => {
    const referral = await createReferral([ids.north])
    const patient = await portal.seed((db) =>
      createPatient(db, { harvest_center_id: ids.north, referral_harvest_center_id: referral, referred_center_id: ids.north }),
    )
    await associate(referral, [])
    const kept = (await admin.get(`/api/v1/users/${patient}/`)).json()
    expect([kept.rhc_desc[0].id, kept.referral_hc_desc[0].id]).toEqual([referral, ids.north])
  })
  test('keeps the link to an inactive center', async () => {
    const referral = await createReferral([ids.closed])
    await associate(referral, [])
    expect(await linkedCenters(referral)).toEqual([ids.closed])
  })
  test.each([
    ['a center of another domain', () => [theirs.center]],
    ['a user that is not a center', () => [ids.admin]],
    ['an inactive center', () => [ids.north, ids.closed]],
    ['a word', () => 'north'],
    ['a missing value', () => undefined],
    ['too many ids', () => Array.from({ length: 201 }, (_, n) => n + 1)],
  ])('refuses %s, names the field and changes nothing', async (_, given) => {
    const referral = await createReferral([ids.south])
    const answer = await associate(referral, given())
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['rhc_hc_ids']])
    expect([await linkedCenters(referral), await auditedAssociations(referral)]).toEqual([[ids.south], []])
  })
  test('is forbidden to other roles, and finds only active referral centers of the own domain', async () => {
    const referral = await createReferral([ids.north])
    expect((await associate(referral, [], await portal.as(referral))).statusCode).toBe(403)
    expect((await associate(referral, [], portal.guest)).statusCode).toBe(401)
    expect((await associate(referral, [], await portal.asOther(theirs.admin))).statusCode).toBe(404)
    for (const id of [ids.north, theirs.referral, await createReferral([ids.north], { active: false })])
      expect((await associate(id, [])).statusCode).toBe(404)
    expect(await linkedCenters(referral)).toEqual([ids.north])
  })
})

describe('GET /api/v1/harvest-centers/public-options/{id}/', () => {
  const path = (id: number) => `/api/v1/harvest-centers/public-options/${id}/`
  test('returns id and company of the active centers of a referral center to guests, by name', async () => {
    const referral = await createReferral([ids.south, ids.north, ids.closed])
    expect((await portal.guest.get(path(referral))).json()).toEqual([
      { id: ids.north, company: 'North Clinic' },
      { id: ids.south, company: 'South Practice' },
    ])
  })
  test('follows the changes of an admin', async () => {
    const referral = await createReferral([ids.north])
    await admin.post(`/api/v1/rhc-association/update-association/${referral}/`, { rhc_hc_ids: [ids.south] })
    expect((await portal.guest.get(path(referral))).json()).toEqual([{ id: ids.south, company: 'South Practice' }])
  })
  test('does not find users of other kinds, inactive ones, other domains or unknown ids', async () => {
    const inactive = await createReferral([ids.north], { active: false })
    for (const id of [ids.north, ids.admin, inactive, theirs.referral, 999_999])
      expect((await portal.guest.get(path(id))).statusCode).toBe(404)
    expect((await portal.guest.get('/api/v1/harvest-centers/public-options/x/')).statusCode).toBe(404)
  })
})
