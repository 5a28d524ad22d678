/** A number in the search of a list finds the person with this number, or with a phone number that ends so. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { type Business, createBusiness } from './patients.fixture.ts'

let portal: TestPortal
let ours: Business
let patient: number
/** Has the patient's number as the beginning of a word. */
let namesake: number
beforeAll(async () => {
  portal = await startTestPortal()
  ours = await portal.seed(createBusiness)
  ;[patient, namesake] = await portal.seed(async (db) => {
    const id = await createPatient(db, { harvest_center_id: ours.center, phone_number: '+1 (512) 555-7731' })
    const other = { harvest_center_id: ours.center, last_name: `${id}th`, phone_number: '512.555.0101' }
    return [id, await createPatient(db, other)] as const
  })
  await portal.seedOther((db) => createUser(db, 'patient', { phone_number: '+1 (512) 555-7731' }))
})
afterAll(() => portal.close())

const find = async (reader: number, path: string, search: string) => {
  const answer = await (await portal.as(reader)).get(`${path}?search=${encodeURIComponent(search)}`)
  const { count, results } = answer.json()
  const ids = results.map(({ id }: { id: number }) => id)
  expect(count).toBe(ids.length)
  return ids
}
const PATIENTS = '/api/v1/users/patient/list/'
const idTexts = () => [
  `${patient}`,
  `#${patient}`,
  `# ${patient}`,
  `Patient ${patient}`,
  `patient#${patient}`,
  ` PATIENT ${patient} `,
]

describe('the search of a list by number', () => {
  test.each(['admin', 'lab', 'center', 'staff', 'rep', 'manager', 'distributor'] as const)(
    'finds the patient with this number and nobody else: %s',
    async (reader) => {
      // A text is read in the same way for everybody.
      for (const text of reader === 'center' ? idTexts() : [`#${patient}`, `Patient ${patient}`])
        expect([text, await find(ours[reader], PATIENTS, text)]).toEqual([text, [patient]])
    },
  )

  test.each(['admin', 'lab', 'center', 'staff'] as const)(
    'finds a patient by the phone number, however it is written: %s',
    async (reader) => {
      const others = reader === 'center' ? ['+15125557731', '15125557731', '5125557731', '512.555.7731', '555 7731'] : []
      for (const text of ['(512) 555-7731', '7731', ...others])
        expect([text, await find(ours[reader], PATIENTS, text)]).toEqual([text, [patient]])
      expect(await find(ours[reader], PATIENTS, '1 512 555 0101')).toEqual([namesake])
      expect(await find(ours[reader], PATIENTS, '555-7732')).toEqual([])
    },
  )

  test('searches for words that begin with a number only when nobody has it', async () => {
    expect(await find(ours.center, PATIENTS, `${patient}t`)).toEqual([namesake])
    const [long] = await portal.seed(async (db) => [
      await createPatient(db, { harvest_center_id: ours.center, last_name: '98765 Hale' }),
    ])
    for (const reader of [ours.admin, ours.lab, ours.center]) expect(await find(reader, PATIENTS, '98765')).toEqual([long])
  })

  test('does not tell a sales role whose phone number it is', async () => {
    for (const text of ['5125557731', '(512) 555-7731', '7731']) expect(await find(ours.rep, PATIENTS, text)).toEqual([])
  })

  test('finds only people that the reader may see', async () => {
    for (const text of [`${patient}`, `Patient ${patient}`, '5125557731'])
      expect(await find(ours.foreign, PATIENTS, text)).toEqual([])
  })

  test('works in the lists of all users, of inactive users and of staff', async () => {
    expect(await find(ours.admin, '/api/v1/users/all/', `#${patient}`)).toEqual([patient])
    expect(await find(ours.admin, '/api/v1/users/all/', '512 555 7731')).toEqual([patient])
    expect(await find(ours.admin, '/api/v1/users/all/inactive/', `Patient ${ours.patients.inactive}`)).toEqual([
      ours.patients.inactive,
    ])
    expect(await find(ours.admin, '/api/v1/hc-staff/', `${ours.staff}`)).toEqual([ours.staff])
  })

  test('exports exactly what the list shows', async () => {
    const file = await (await portal.as(ours.admin)).get(`/api/v1/users/export-csv/?search=${encodeURIComponent(`#${patient}`)}`)
    expect(file.body.trim().split('\n')).toHaveLength(2)
  })
})
