import { DEFAULT_LOCATION, ONLY_LOCATION } from '@vialdesk/contract/care/shipping'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTemplate } from '#api/testing/document-factories.ts'
import { createCenter, createLocation, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: number
let foreignAdmin: number
let center: number
let main: number
let second: number
let caller: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.seed((db) => createUser(db, 'admin'))
  foreignAdmin = await portal.seedOther((db) => createUser(db, 'admin'))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.seed(async (db) => {
    center = await createCenter(db)
    main = await createLocation(db, center, { location_name: 'Main' })
    second = await createLocation(db, center, { location_name: 'Second', is_default: false })
  })
  caller = await portal.as(center)
})

const address = { address1: '9 Elm St', city: 'Austin', state_desc: 'Texas', country_desc: 'United States' }
const blank = { location_name: '', address2: '', zip_code: '', template_id: null }
interface Row {
  id: number
  location_name: string
  default: boolean
}
const listOf = async (id = center): Promise<Row[]> => (await (await portal.as(admin)).get(`/api/v1/locations/user/${id}/`)).json()
const namesOf = async () =>
  (await listOf()).map(({ location_name, default: preset }) => (preset ? `*${location_name}` : location_name))
const eventsOf = async (subject: number) => {
  const { rows } = await portal.owner.query(
    `select type, actor_id, patient_id, before, after from audit_log where subject_id = $1 and type like 'location.%' order by id`,
    [subject],
  )
  return rows
}

describe('POST /api/v1/locations/', () => {
  const post = (body: object, by = caller) => by.post('/api/v1/locations/', { user: center, ...address, ...body })

  test('adds a location that is not the default, with optional fields left blank', async () => {
    const answer = await post({})
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ ...blank, ...address, id: expect.any(Number), user: center, default: false })
    expect(await namesOf()).toEqual(['*Main', 'Second', ''])
    expect(await eventsOf(answer.json().id)).toMatchObject([{ type: 'location.added', actor_id: center, patient_id: null }])
  })

  test('keeps and answers the template of a location, which must be a usable attestation', async () => {
    const { template_id } = await portal.seed((db) => createTemplate(db))
    const { id, ...added } = (await post({ template_id })).json()
    expect(added).toMatchObject({ template_id })
    const path = `/api/v1/locations/${id}/`
    for (const answer of [await post({ template_id: 'abc' }), await caller.patch(path, { template_id: 'abc' })])
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { template_id: ['This template cannot be used here.'] }])
    expect((await caller.patch(path, { city: 'Tampa' })).json()).toMatchObject({ template_id })
    expect((await caller.patch(path, { template_id: null })).json()).toMatchObject({ template_id: null })
    expect(await listOf()).toContainEqual(expect.objectContaining({ id, template_id: null }))
  })

  test('replaces the default if the new location is the default', async () => {
    expect((await post({ location_name: 'New', default: true })).json().default).toBe(true)
    expect(await namesOf()).toEqual(['*New', 'Main', 'Second'])
  })

  test('makes the first location the default, whatever the input', async () => {
    const fresh = await portal.seed((db) => createCenter(db))
    const answer = await post({ user: fresh, default: false }, await portal.as(fresh))
    expect(answer.json()).toMatchObject({ user: fresh, default: true })
  })

  test('lets an admin add a location for a patient, and audits the patient', async () => {
    const patient = await portal.seed((db) => createPatient(db))
    const answer = await post({ user: patient }, await portal.as(admin))
    expect(answer.statusCode).toBe(201)
    expect(await eventsOf(answer.json().id)).toMatchObject([{ actor_id: admin, patient_id: patient }])
  })

  test('refuses invalid fields, and adds nothing', async () => {
    const answer = await post({ address1: ' ', city: '', state_desc: '', country_desc: '', zip_code: 'x'.repeat(21) })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors).sort()).toEqual(['address1', 'city', 'country_desc', 'zip_code'])
    expect(await listOf()).toHaveLength(2)
  })

  test('refuses a postal code of another country, and a missing state only where addresses have one', async () => {
    const refusalsOf = async (address: object) => (await post({ ...address, city: 'Town' })).json().errors
    expect(await refusalsOf({ country_desc: 'USA', state_desc: '', zip_code: 'SW1A 1AA' })).toEqual({
      state_desc: ['This field is required.'],
      zip_code: ['Enter a postal code such as 97201.'],
    })
    expect(await refusalsOf({ country_desc: 'Germany', state_desc: '', zip_code: '9720' })).toEqual({
      zip_code: ['Enter a postal code such as 10115.'],
    })
    expect(await listOf()).toHaveLength(2)
    const german = await post({ country_desc: 'Germany', state_desc: '', zip_code: '10115' })
    expect(german.json()).toMatchObject({ country_desc: 'Germany', state_desc: '', zip_code: '10115' })
    const moved = await caller.patch(`/api/v1/locations/${german.json().id}/`, { zip_code: '1' })
    expect(moved.json().errors).toEqual({ zip_code: ['Enter a postal code such as 10115.'] })
  })

  test('refuses an owner who is another user, inactive, unknown or of another domain', async () => {
    const [stranger, gone] = await portal.seed(async (db) => [
      await createCenter(db),
      await createUser(db, 'patient', { active: false }),
    ])
    const foreignCenter = await portal.seedOther((db) => createCenter(db))
    const byAdmin = await portal.as(admin)
    for (const answer of [
      await post({ user: stranger }),
      await post({ user: foreignCenter }, byAdmin),
      await post({ user: gone }, byAdmin),
      await post({ user: 987654321 }, byAdmin),
    ]) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toEqual({ user: ['This user does not exist.'] })
    }
    expect(await listOf(stranger)).toEqual([])
  })

  test('makes exactly one of many concurrent first locations the default', async () => {
    const fresh = await portal.seed((db) => createCenter(db))
    const by = await portal.as(fresh)
    const answers = await Promise.all(Array.from({ length: 12 }, () => post({ user: fresh, default: true }, by)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 12 }, () => 201))
    const made = await listOf(fresh)
    expect(made).toHaveLength(12)
    expect(made.filter((each) => each.default)).toHaveLength(1)
  })
})

describe('PATCH /api/v1/locations/{id}/', () => {
  const patch = (id: number, body: Record<string, unknown>, by = caller) => by.patch(`/api/v1/locations/${id}/`, body)

  test('changes the given fields, and audits the old values', async () => {
    const answer = await patch(second, { city: 'Tampa', zip_code: '' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ id: second, location_name: 'Second', city: 'Tampa', zip_code: '', default: false })
    expect((await listOf()).find(({ id }) => id === second)).toEqual(answer.json())
    expect(await eventsOf(second)).toMatchObject([
      { type: 'location.changed', before: { city: 'Miami', zip_code: '33101' }, after: { city: 'Tampa', zip_code: '' } },
    ])
  })

  test('does not audit an unchanged location', async () => {
    expect((await patch(second, { city: 'Miami' })).statusCode).toBe(200)
    expect(await eventsOf(second)).toEqual([])
  })

  test('makes a location the default, and refuses to leave none', async () => {
    expect((await patch(second, { default: true })).json().default).toBe(true)
    expect(await namesOf()).toEqual(['*Second', 'Main'])
    const refused = await patch(second, { default: false, city: 'Tampa' })
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().errors)).toEqual(['default'])
    expect((await listOf())[0]).toMatchObject({ city: 'Miami', default: true })
  })

  test('refuses invalid fields, and changes nothing', async () => {
    const answer = await patch(second, { city: '', address1: 'x'.repeat(101) })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors).sort()).toEqual(['address1', 'city'])
    expect((await listOf())[1]).toMatchObject({ city: 'Miami', address1: '1 Main St' })
  })

  test('lets an admin change it, and returns 404 to other users and domains', async () => {
    expect((await patch(second, { city: 'Tampa' }, await portal.as(admin))).statusCode).toBe(200)
    const stranger = await portal.as(await portal.seed((db) => createCenter(db)))
    expect((await patch(second, { city: 'Reno' }, stranger)).statusCode).toBe(404)
    expect((await patch(second, { city: 'Reno' }, await portal.asOther(foreignAdmin))).statusCode).toBe(404)
    expect((await patch(987654321, { city: 'Reno' })).statusCode).toBe(404)
    expect((await listOf())[1]).toMatchObject({ city: 'Tampa' })
  })
})

describe('POST /api/v1/locations/update-default/', () => {
  const make = (body: Record<string, unknown>, by = caller) => by.post('/api/v1/locations/update-default/', body)

  test('makes the location the default', async () => {
    const answer = await make({ id: second, user: center })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ message: 'Default location has been updated!' })
    expect(await namesOf()).toEqual(['*Second', 'Main'])
    expect((await make({ id: second, user: center })).statusCode).toBe(200)
    expect(await eventsOf(second)).toMatchObject([{ before: { default: false }, after: { default: true } }])
  })

  test('leaves exactly one default after many concurrent calls', async () => {
    const ids = [main, second, ...(await portal.seed(async (db) => [await createLocation(db, center, { is_default: false })]))]
    const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => make({ id: ids[n % 3], user: center })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 24 }, () => 200))
    expect((await listOf()).filter((each) => each.default)).toHaveLength(1)
  })

  test('refuses a location of another user or domain, and changes nothing', async () => {
    const [stranger, strangersLocation] = await portal.seed(async (db) => {
      const id = await createCenter(db)
      return [id, await createLocation(db, id)] as const
    })
    const refused = await make({ id: strangersLocation, user: center })
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { id: ['This location does not exist.'] }])
    expect((await make({ id: strangersLocation, user: stranger })).json().errors).toEqual({ user: ['This user does not exist.'] })
    const elsewhere = await make({ id: second, user: center }, await portal.asOther(foreignAdmin))
    expect([elsewhere.statusCode, Object.keys(elsewhere.json().errors)]).toEqual([422, ['user']])
    expect(Object.keys((await make({ id: 'x' })).json().errors).sort()).toEqual(['id', 'user'])
    expect(await namesOf()).toEqual(['*Main', 'Second'])
  })
})

describe('DELETE /api/v1/locations/{id}/', () => {
  const remove = (id: number, by = caller) => by.delete(`/api/v1/locations/${id}/`)

  test('deletes a location that is not the default, and audits the old values', async () => {
    const answer = await remove(second)
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Location has been deleted!' }])
    expect(await namesOf()).toEqual(['*Main'])
    expect(await eventsOf(second)).toMatchObject([{ type: 'location.deleted', before: { location_name: 'Second' } }])
  })

  test('refuses to delete the default or the only location, each with its message', async () => {
    const first = await remove(main)
    expect([first.statusCode, first.json().message]).toEqual([409, DEFAULT_LOCATION])
    await remove(second)
    const only = await remove(main)
    expect([only.statusCode, only.json().message]).toEqual([409, ONLY_LOCATION])
    expect(await namesOf()).toEqual(['*Main'])
  })

  test('keeps a default after concurrent deletions and a new default', async () => {
    const answers = await Promise.all([
      remove(second),
      caller.post('/api/v1/locations/update-default/', { id: second, user: center }),
      remove(main),
    ])
    expect(answers.every(({ statusCode }) => [200, 404, 409, 422].includes(statusCode))).toBe(true)
    expect((await listOf()).filter((each) => each.default)).toHaveLength(1)
  })

  test('returns 404 to other users and domains', async () => {
    const stranger = await portal.as(await portal.seed((db) => createCenter(db)))
    for (const answer of [
      await remove(second, stranger),
      await remove(second, await portal.asOther(foreignAdmin)),
      await remove(987654321),
    ])
      expect(answer.statusCode).toBe(404)
    expect(await listOf()).toHaveLength(2)
  })
})

describe('the database', () => {
  const broken = (text: string) => portal.seed((db) => db.rows(text, [center]))

  test('requires exactly one default for a user with locations', async () => {
    const lost = { code: '23514', constraint: 'locations_is_default_check' }
    await expect(broken('update locations set is_default = false where user_id = $1')).rejects.toMatchObject(lost)
    await expect(broken('delete from locations where user_id = $1 and is_default')).rejects.toMatchObject(lost)
    await expect(broken('update locations set is_default = true where user_id = $1')).rejects.toMatchObject({ code: '23505' })
    await broken('delete from locations where user_id = $1')
    expect(await listOf()).toEqual([])
    const orphan = portal.seed((db) => createLocation(db, center, { is_default: false }))
    await expect(orphan).rejects.toMatchObject(lost)
  })
})
