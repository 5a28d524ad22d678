import { productIds } from '@vialdesk/contract/money/products'
import type { SearchResult } from '@vialdesk/contract/people/search'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRequestRow } from '#api/features/shipping/requests/label-requests.fixture.ts'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createAddedVials, createCenter, createPatient, createShippedVials, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ids: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  portal = await startTestPortal()
  ids = await arrange()
})
afterAll(() => portal.close())

/** A patient with a sale, a parcel, a label and vials, and users of each role around the patient. */
const arrange = () =>
  portal.seed(async (db) => {
    const manager = await createUser(db, 'sales_manager')
    const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager, first_name: 'Rhea', last_name: 'Voss' })
    const lab = await createUser(db, 'lab', { company: 'Polaris Lab' })
    const center = await createCenter(db, { company: 'Cedar Clinic', lab_id: lab, sales_rep_id: rep })
    const other = await createCenter(db, { company: 'Cedarwood Center' })
    const staff = await createUser(db, 'hc_staff', { first_name: 'Sam', last_name: 'Porter' })
    const domain_id = db.domainId
    await db.insertInto('staff_centers').values({ domain_id, staff_id: staff, center_id: center }).execute()
    const person = { first_name: 'Nora', last_name: 'Hale', email: 'nora.hale@letters.example' }
    const patient = await createPatient(db, { ...person, phone_number: '+1 (512) 555-7731', harvest_center_id: center })
    const namesake = await createPatient(db, { first_name: 'Nora', last_name: 'Haleston', harvest_center_id: center })
    const parties = { payer_id: center, harvest_center_id: center, patient_id: patient, sales_rep_id: rep }
    const sale = await createSale(db, { ...parties, invoice_id: 'V-004711', price_cents: 365_000 })
    await createAddedVials(db, patient, 2)
    await createShippedVials(db, patient, 1)
    await db.updateTable('vial_entries').set({ tracking_id: 'VIALS-9001' }).where('type', '=', 'shipped').execute()
    const order = await createSale(db, { ...parties, product_id: productIds.vials, ships: true, invoice_id: 'V-004712' })
    const parcel = { request_id: crypto.randomUUID(), quantity: 1, shipped_on: '2026-03-02', tracking_number: '7946 1234 5678' }
    await db
      .insertInto('shipments')
      .values({ ...parcel, domain_id, transaction_id: order })
      .execute()
    const label = await createRequestRow(db, { center_id: center, patients: [patient], tracking_number: '1Z-999-AA1-0123' })
    const vial = await db.selectFrom('vials').select('code').where('user_id', '=', patient).executeTakeFirstOrThrow()
    const admin = await createUser(db, 'admin', { first_name: 'Ada', last_name: 'Minor' })
    return { manager, rep, lab, center, other, staff, patient, namesake, sale, order, label, code: vial.code, admin }
  })

const clients = new Map<number, TestClient>()
async function find(reader: number, search: string): Promise<SearchResult[]> {
  const client = clients.get(reader) ?? (await portal.as(reader))
  clients.set(reader, client)
  return (await client.get(`/api/v1/search/?search=${encodeURIComponent(search)}`)).json().results
}
const found = async (reader: number, search: string) => (await find(reader, search)).map(({ kind, key }) => `${kind} ${key}`)

describe('GET /api/v1/search/', () => {
  test('finds a patient by name, email, number and phone, exact words first', async () => {
    const exactFirst = [`patient ${ids.patient}`, `patient ${ids.namesake}`]
    for (const reader of [ids.admin, ids.lab, ids.center, ids.staff]) {
      for (const text of ['nora hale', 'Hale', 'hale NORA', 'hal'])
        expect([text, (await found(reader, text)).toSorted()]).toEqual([text, exactFirst.toSorted()])
      expect(await found(reader, 'hale')).toEqual(exactFirst)
      for (const text of [
        'nora.hale@letters.example',
        `${ids.patient}`,
        `#${ids.patient}`,
        `Patient ${ids.patient}`,
        '(512) 555-7731',
        '7731',
      ])
        expect([text, await found(reader, text)]).toEqual([text, [`patient ${ids.patient}`]])
    }
  })

  test('names the patient, its number and its center', async () => {
    const [patient] = await find(ids.center, `${ids.patient}`)
    expect(patient).toEqual({
      kind: 'patient',
      key: `${ids.patient}`,
      title: 'Nora Hale',
      context: `Patient ${ids.patient} · Cedar Clinic`,
      patient_id: ids.patient,
    })
  })

  test('finds people, centers and labs for an admin, each with the membership', async () => {
    expect(await find(ids.admin, 'rhea voss')).toMatchObject(
      [{ kind: 'person', key: `${ids.rep}`, title: 'Rhea Voss', context: /^Sales Rep · / }].map((each) => ({
        ...each,
        context: expect.stringMatching(each.context),
      })),
    )
    expect(await find(ids.admin, 'polaris')).toMatchObject([{ kind: 'lab', key: `${ids.lab}`, title: 'Polaris Lab' }])
    expect(await found(ids.admin, 'cedar')).toEqual([`center ${ids.center}`, `center ${ids.other}`])
  })

  test('finds sales, parcels and vials however their number is written', async () => {
    for (const text of ['V-004711', 'v-004711', '4711', '#4711'])
      expect([text, await found(ids.center, text)]).toEqual([text, [`sale ${ids.sale}`]])
    expect((await find(ids.center, 'V-004711'))[0]).toMatchObject({
      title: 'Invoice V-004711',
      context: '$3,800.00 · New Patient Processing Fee · Nora Hale',
      patient_id: ids.patient,
    })
    expect((await find(ids.admin, 'V-004711'))[0]).toMatchObject({
      context: '$3,800.00 · New Patient Processing Fee · Nora Hale · Cedar Clinic',
    })
    for (const text of ['7946 1234 5678', '794612345678', '79461234'])
      expect([text, await found(ids.lab, text)]).toEqual([text, [`order ${ids.order}`]])
    expect(await found(ids.admin, '794612345678')).toEqual([`order ${ids.order}`])
    expect(await found(ids.center, '794612345678')).toEqual([`sale ${ids.order}`])
    for (const text of ['1z999aa10123', '1Z-999-AA1'])
      expect([text, await found(ids.center, text)]).toEqual([text, [`label ${ids.label}`]])
    expect(await found(ids.lab, '1z999aa10123')).toEqual([])
    expect(await found(ids.lab, 'vials 9001')).toEqual([`vial_entry ${ids.patient}`])
    for (const text of [
      ids.code,
      ids.code.toLowerCase(),
      ids.code.replaceAll(/(.{4})(?=.)/g, '$1-'),
      `https://x.example/vials/${ids.code}`,
    ])
      expect([text, await found(ids.center, text)]).toEqual([text, [`vial ${ids.code}`]])
  })

  test('reads a short word as a name, not as the beginning of a vial code', async () => {
    const code = 'N0RA7Q2XK9TM'
    const stranger = await portal.seed((db) => createPatient(db, { last_name: 'Stein', harvest_center_id: ids.center }))
    await portal.owner.query(`insert into vials (domain_id, user_id, state, code) values ($1, $2, 'in_process', $3)`, [
      ...[portal.domainId, stranger, code],
    ])
    const names = async (text: string) => (await find(ids.lab, text)).filter(({ kind }) => kind === 'vial').map(({ key }) => key)
    expect(await names('nora')).toEqual([])
    for (const text of ['n0ra', 'nora7', 'NORA-7Q2X', 'nora7q2xk9tm']) expect([text, await names(text)]).toEqual([text, [code]])
  })

  test('shows sales roles a patient by number only, without the person', async () => {
    for (const reader of [ids.rep, ids.manager]) {
      for (const text of ['nora', 'hale', 'nora.hale@letters.example', '5125557731', '7731', '794612345678', ids.code])
        expect([text, await found(reader, text)]).toEqual([text, []])
      expect(await find(reader, `Patient ${ids.patient}`)).toEqual([
        {
          kind: 'patient',
          key: `${ids.patient}`,
          title: `Patient ${ids.patient}`,
          context: 'Cedar Clinic',
          patient_id: ids.patient,
        },
      ])
      expect(await found(reader, 'cedar')).toEqual([`center ${ids.center}`])
    }
    expect(await found(ids.manager, 'voss')).toEqual([`person ${ids.rep}`])
  })

  test('answers nothing for short texts, and for words that nobody has', async () => {
    for (const text of ['', ' ', 'n', 'n h', '-', '%', 'zzzzzz', 'nora zzzzzz'])
      expect([text, await find(ids.admin, text)]).toEqual([text, []])
  })

  test('finds the parcel of a reader among many others with the same beginning', async () => {
    const stranger = await portal.seed((db) => createPatient(db, { harvest_center_id: ids.other }))
    await portal.owner.query(
      `insert into label_requests (domain_id, center_id, requested_by, email, representative, label_date, address1, city, state_desc,
         country_desc, zip_code, tracking_number)
       select $1, c, c, 'desk@mail.example', 'Ella', '2026-03-02', '1 Main Street', 'Town', 'State', 'Country', '1',
         '1ZLABELS' || lpad(n::text, 4, '0')
       from generate_series(0, 1010) n
       cross join lateral (select case n when 1010 then $3::bigint else $2 end) center (c)`,
      [portal.domainId, ids.other, ids.center],
    )
    await portal.owner.query(
      `insert into vial_entries (domain_id, user_id, type, quantity, date, tracking_id)
       select $1, case n when 1010 then $3::bigint else $2 end, 'shipped', 0, '2026-03-02', '1ZENTRIES' || lpad(n::text, 4, '0')
       from generate_series(0, 1010) n`,
      [portal.domainId, stranger, ids.patient],
    )
    expect(await find(ids.center, '1ZLABELS')).toMatchObject([{ kind: 'label', title: '1ZLABELS1010' }])
    expect(await found(ids.center, '1ZENTRIES')).toEqual([`vial_entry ${ids.patient}`])
    const newest = (await find(ids.admin, '1ZLABELS')).map(({ title }) => title)
    expect(newest).toEqual([1010, 1009, 1008, 1007, 1006].map((n) => `1ZLABELS${n}`))
  })

  test('finds nothing of another domain', async () => {
    const stranger = await portal.seedOther((db) => createUser(db, 'admin'))
    const token = await portal.asOther(stranger)
    for (const text of ['nora hale', 'V-004711', '7731', '794612345678', ids.code, '1Z999AA10123'])
      expect((await token.get(`/api/v1/search/?search=${encodeURIComponent(text)}`)).json().results).toEqual([])
  })

  test('uses the rights of an entered account', async () => {
    const entered = await portal.asImpersonator(ids.rep, ids.admin)
    const answer = await entered.get('/api/v1/search/?search=nora')
    expect(answer.json().results).toEqual([])
  })

  test('leaves out inactive users', async () => {
    const gone = await portal.seed((db) =>
      createPatient(db, { last_name: 'Vanished', active: false, phone_number: '5125550909' }),
    )
    for (const text of ['vanished', `${gone}`, '5125550909']) expect(await find(ids.admin, text)).toEqual([])
  })

  test('answers at most five of a kind', async () => {
    await portal.seed(async (db) => {
      for (let n = 0; n < 7; n += 1) await createPatient(db, { last_name: 'Plentiful', harvest_center_id: ids.center })
    })
    for (const reader of [ids.admin, ids.lab, ids.center]) expect(await find(reader, 'plentiful')).toHaveLength(5)
  })

  test('refuses a request without a text, and a text that is too long', async () => {
    const admin = await portal.as(ids.admin)
    expect((await admin.get('/api/v1/search/')).statusCode).toBe(422)
    const answer = await admin.get(`/api/v1/search/?search=${'a'.repeat(101)}`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toHaveProperty('search')
  })

  test('answers a text of very many words', async () => {
    const text = Array.from({ length: 50 }, () => 'n').join(' ')
    expect((await (await portal.as(ids.admin)).get(`/api/v1/search/?search=${encodeURIComponent(text)}`)).statusCode).toBe(200)
  })

  test('audits the patients that were shown, without the text', async () => {
    await find(ids.staff, 'nora hale')
    const { rows } = await portal.owner.query(
      'select type, after from audit_log where domain_id = $1 and actor_id = $2 order by id desc limit 1',
      [portal.domainId, ids.staff],
    )
    expect(rows).toMatchObject([
      { type: 'patients.listed', after: { list: 'GET /api/v1/search/', count: 2, filters: ['search'] } },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/hale/i)
  })
})
