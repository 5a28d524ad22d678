import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, nextNumber } from '#api/testing/factories.ts'
import type { TestClient, TestPortal } from '#api/testing/test-portal.ts'
import { type StaffPortal, startStaffPortal } from './staff.fixture.ts'

let portal: TestPortal
let ids: StaffPortal['ids']
let other: StaffPortal['other']
let createStaff: StaffPortal['createStaff']
let admin: TestClient

beforeAll(async () => {
  ;({ portal, ids, other, createStaff, admin } = await startStaffPortal())
})
afterAll(() => portal.close())

describe('GET /api/v1/hc-staff/', () => {
  const path = '/api/v1/hc-staff/'
  test('returns staff to an admin, newest first, each with its active centers by name', async () => {
    const [first, second] = [await createStaff([ids.south, ids.north, ids.closed]), await createStaff([])]
    const { results } = (await admin.get(path)).json()
    expect(results.slice(0, 2)).toMatchObject([
      { id: second, harvest_centers: [], staff_hc_ids: '' },
      {
        id: first,
        harvest_centers: [
          { id: ids.north, company: 'North Clinic' },
          { id: ids.south, company: 'South Practice' },
        ],
        staff_hc_ids: `${ids.north},${ids.south}`,
      },
    ])
  })
  test('finds staff by id, name, email and the company of a center, not by the contact of the center', async () => {
    const word = `Zebedee${nextNumber()}`
    const center = await portal.seed((db) => createCenter(db, { company: `Quokka${nextNumber()} Clinic`, first_name: word }))
    const staff = await createStaff([center], { first_name: 'Ines', last_name: word })
    await createStaff([center], { last_name: word, active: false })
    const company = (await admin.get(`/api/v1/hc-staff/${staff}/hc-list/`)).json()[0].company
    const foundIds = async (search: string) => {
      const { count, results } = (await admin.get(`${path}?search=${encodeURIComponent(search)}`)).json()
      return [count, results.map(({ id }: { id: number }) => id)]
    }
    expect(await foundIds(`ines ${word}`)).toEqual([1, [staff]])
    expect(await foundIds(word)).toEqual([1, [staff]])
    expect(await foundIds(company.toUpperCase())).toEqual([1, [staff]])
    expect((await foundIds(String(staff)))[1]).toContain(staff)
    expect(await foundIds('nobody goes by this')).toEqual([0, []])
    expect(await foundIds('!!!')).toEqual([0, []])
  })
  test('returns ten staff users a page, with and without a search', async () => {
    const lastName = `Many${nextNumber()}`
    for (let n = 0; n < 12; n++) await createStaff([ids.north], { last_name: lastName })
    const page = (await admin.get(`${path}?search=${lastName}`)).json()
    expect([page.count, page.results.length]).toEqual([12, 10])
    const rest = (await admin.get(`${path}?search=${lastName}&offset=10`)).json()
    expect([rest.count, rest.results.length]).toEqual([12, 2])
    const all = (await admin.get(`${path}?limit=12`)).json().results
    expect([...page.results, ...rest.results]).toEqual(all)
  })
  test('is forbidden to other roles, and leaves out other domains', async () => {
    expect((await (await portal.as(ids.north)).get(path)).statusCode).toBe(403)
    expect((await portal.guest.get(path)).statusCode).toBe(401)
    const { results } = (await (await portal.asOther(other.admin)).get(path)).json()
    expect(results.map(({ id }: { id: number }) => id)).toEqual([other.staff])
  })
  test('refuses a search that is too long and names the field', async () => {
    const answer = await admin.get(`${path}?search=${'x'.repeat(101)}`)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['search']])
  })
})

describe('GET /api/v1/hc-staff/{id}/hc-list/', () => {
  const path = (id: number) => `/api/v1/hc-staff/${id}/hc-list/`
  test('returns the active centers by name to the staff user and to an admin', async () => {
    const staff = await createStaff([ids.south, ids.north, ids.closed])
    const wanted = [
      { id: ids.north, company: 'North Clinic' },
      { id: ids.south, company: 'South Practice' },
    ]
    expect((await (await portal.as(staff)).get(path(staff))).json()).toEqual(wanted)
    expect((await admin.get(path(staff))).json()).toEqual(wanted)
  })
  test('does not find the staff user for colleagues and other domains, and is forbidden to its center', async () => {
    const [staff, colleague] = [await createStaff([ids.north]), await createStaff([ids.north])]
    expect((await (await portal.as(colleague)).get(path(staff))).statusCode).toBe(404)
    expect((await (await portal.as(colleague)).get(path(ids.north))).statusCode).toBe(404)
    expect((await (await portal.as(ids.north)).get(path(staff))).statusCode).toBe(403)
    expect((await (await portal.asOther(other.admin)).get(path(staff))).statusCode).toBe(404)
    expect((await admin.get(path(ids.north))).statusCode).toBe(404)
  })
})

describe('GET /api/v1/hc-staff/{id}/staff-list/', () => {
  const path = (id: number) => `/api/v1/hc-staff/${id}/staff-list/`
  test('returns the active staff to the center and to an admin, newest first', async () => {
    const center = await portal.seed((db) => createCenter(db))
    const [older, newer] = [await createStaff([center], { first_name: 'Ines' }), await createStaff([ids.north, center])]
    await createStaff([center], { active: false })
    await createStaff([ids.north])
    const page = (await (await portal.as(center)).get(path(center))).json()
    expect(page).toMatchObject({ count: 2, results: [{ id: newer }, { id: older, first_name: 'Ines' }] })
    expect((await admin.get(`${path(center)}?limit=1&offset=1`)).json()).toMatchObject({ count: 2, results: [{ id: older }] })
  })
  test('is refused for another center, for staff and for other domains', async () => {
    const staff = await createStaff([ids.north])
    expect((await (await portal.as(ids.south)).get(path(ids.north))).statusCode).toBe(404)
    expect((await (await portal.as(staff)).get(path(ids.north))).statusCode).toBe(403)
    expect((await (await portal.asOther(other.admin)).get(path(ids.north))).statusCode).toBe(404)
    expect((await admin.get(path(staff))).statusCode).toBe(404)
  })
  test('refuses an invalid limit and names the field', async () => {
    const answer = await (await portal.as(ids.north)).get(`${path(ids.north)}?limit=0`)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['limit']])
  })
})
