import { importColumns } from '@vialdesk/contract/import-columns'
import { type Import, type ImportResult, MAX_IMPORT_LINES } from '@vialdesk/contract/onboarding'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const IMPORT = '/api/v1/users/import-csv/'
let portal: TestPortal
let admin: TestClient
let ids: Record<'admin' | 'center' | 'rep' | 'lab' | 'theirCenter' | 'theirAdmin', number>

beforeAll(async () => {
  portal = await startTestPortal()
  ids = {
    ...(await portal.seed(async (db) => {
      for (const company of ['Twin Clinic', 'Twin Clinic']) await createCenter(db, { company })
      await createCenter(db, { company: 'Closed Clinic', active: false })
      return {
        admin: await createUser(db, 'admin', { email: 'Taken@mail.example' }),
        center: await createCenter(db, { company: 'Fjord Clinic' }),
        rep: await createUser(db, 'sales_rep', { email: 'Rep@mail.example' }),
        lab: await createUser(db, 'lab', { company: 'North Lab' }),
      }
    })),
    ...(await portal.seedOther(async (db) => ({
      theirCenter: await createCenter(db, { company: 'Globex Clinic' }),
      theirAdmin: await createUser(db, 'admin'),
    }))),
  }
  admin = await portal.as(ids.admin)
})
afterAll(() => portal.close())

const send = (input: Partial<Import>, caller = admin) => caller.post(IMPORT, { kind: 'patients', dry_run: false, ...input })
const result = async (input: Partial<Import>): Promise<ImportResult> => (await send(input)).json()
const usersNow = async () => Number((await portal.owner.query('select count(*) as n from users')).rows[0].n)
const byEmail = async (email: string) =>
  (await portal.owner.query('select * from users where domain_id = $1 and email_key = lower($2)', [portal.domainId, email]))
    .rows[0]
const fresh = () => `line-${nextNumber()}@mail.example`
const HEAD = 'First Name,Last Name,Email'
const patients = (...lines: string[]) => [HEAD, ...lines].join('\n')

const center = (values: Record<string, string> = {}) => {
  const cells: Record<string, string> = {
    ...{
      company: 'New Clinic',
      first_name: 'Ida',
      last_name: 'Berg',
      email: fresh(),
      phone_number: '+47 55501000',
      sales_rep: String(ids.rep),
    },
    ...{ lab: '', address1: 'Kaien 1', city: 'Bergen', state_desc: 'Vestland', country_desc: 'Norway', ...values },
  }
  return { cells, csv: `${Object.keys(cells).join(';')}\r\n${Object.values(cells).join(';')}\r\n` }
}

describe('POST /api/v1/users/import-csv/', () => {
  test('a dry run says what would happen and does nothing', async () => {
    const before = await usersNow()
    const csv = patients(`Ada,Whitfield,${fresh()}`, `Noor,Haddad,${fresh()}`)
    expect(await result({ csv, dry_run: true })).toEqual({ lines: 2, created: 0, errors: [] })
    expect(await usersNow()).toBe(before)
  })

  test('makes patients with a lab record, a center and tags, mails each a link, and is in the record with its count', async () => {
    const [one, two] = [fresh(), fresh()]
    const csv = [
      '\uFEFF"first name",LAST_NAME,Email,Harvest Center,Tags,City,Phone',
      `Ýrsa,"Thórsdóttir, ""Yr""",${one},Fjord Clinic,vip | Vial ordering,Reykjavík,'+354 555 0100`,
      '',
      `مريم,الخطيب,${two},${ids.center},,,`,
      '',
    ].join('\r\n')
    expect(await result({ csv })).toEqual({ lines: 2, created: 2, errors: [] })
    const made = await byEmail(one)
    expect(made).toMatchObject({
      ...{
        first_name: 'Ýrsa',
        last_name: 'Thórsdóttir, "Yr"',
        subscription: 2,
        city: 'Reykjavík',
        phone_number: '+354 555 0100',
      },
      ...{ harvest_center_id: ids.center, tags: [2, 1], password_hash: null, active: true },
    })
    expect(await byEmail(two)).toMatchObject({ first_name: 'مريم', harvest_center_id: ids.center })
    expect((await admin.get(`/api/v1/users/${made.id}/`)).json()).toMatchObject({ stage: 'registered', vials_available: 0 })
    await portal.runJobs()
    const mails = await portal.owner.query(`select subject from mail_outbox where domain_id = $1 and recipient = any($2)`, [
      portal.domainId,
      [one, two],
    ])
    expect(mails.rows).toEqual([{ subject: 'Your account is ready' }, { subject: 'Your account is ready' }])
    const { rows } = await portal.owner.query(
      `select type, actor_id, patient_id, after from audit_log where domain_id = $1 and (subject_id = $2 or type = 'accounts.imported') and type like 'account%' order by id`,
      [portal.domainId, made.id],
    )
    expect(rows).toMatchObject([
      { type: 'account.created', actor_id: ids.admin, patient_id: made.id },
      { type: 'accounts.imported', actor_id: ids.admin, after: { kind: 'patients', count: 2 } },
    ])
  })

  test('makes harvest centers, of a rep and a lab by id or by name, from a file with semicolons', async () => {
    const named = center({ sales_rep: 'REP@mail.example', lab: 'North Lab' })
    expect(await result({ kind: 'harvest_centers', csv: named.csv })).toEqual({ lines: 1, created: 1, errors: [] })
    expect(await byEmail(named.cells.email as string)).toMatchObject({ subscription: 4, sales_rep_id: ids.rep, lab_id: ids.lab })
    const byId = center({ lab: String(ids.lab), company: '"Smith; Sons"' })
    expect((await result({ kind: 'harvest_centers', csv: byId.csv })).created).toBe(1)
    expect(await byEmail(byId.cells.email as string)).toMatchObject({
      company: 'Smith; Sons',
      lab_id: ids.lab,
      line_rep_id: ids.rep,
    })
  })

  test('knows every column of its template', async () => {
    for (const kind of ['patients', 'harvest_centers'] as const) {
      const heads = importColumns[kind].map(({ header }) => header)
      const { errors } = await result({ kind, csv: `${heads.join(',')}\nx${','.repeat(heads.length - 1)}`, dry_run: true })
      expect(errors.every(({ line }) => line === 2)).toBe(true)
    }
  })
})

describe('a wrong line', () => {
  const faults: [string, () => string, string, string][] = [
    ['a blank name', () => `,Whitfield,${fresh()}`, 'First Name', 'This field is required.'],
    ['no address', () => 'Ada,Whitfield,nonsense', 'Email', 'Enter a valid email address.'],
    ['an address that is taken', () => 'Ada,Whitfield,taken@MAIL.example', 'Email', 'A user with this email already exists.'],
    ['a control character', () => `A\x07da,Whitfield,${fresh()}`, 'First Name', 'This contains invalid characters.'],
    ['more cells than columns', () => `Ada,Whitfield,${fresh()},more`, '', 'This line has more cells than there are columns.'],
  ]
  test.each(faults)('%s is named with its column, and nothing at all is made', async (_, line, column, message) => {
    const before = await usersNow()
    const csv = patients(`Good,Person,${fresh()}`, line(), `Other,Person,${fresh()}`)
    expect(await result({ csv })).toEqual({ lines: 3, created: 0, errors: [{ line: 3, column, message }] })
    expect(await usersNow()).toBe(before)
  })

  test.each<[string, () => string, string]>([
    ['of no center', () => 'Nowhere Clinic', 'There is no active harvest center with this ID or company name.'],
    [
      'of a center that is written otherwise',
      () => 'fjord clinic',
      'There is no active harvest center with this ID or company name.',
    ],
    ['of an inactive center', () => 'Closed Clinic', 'There is no active harvest center with this ID or company name.'],
    ['of a rep', () => String(ids.rep), 'There is no active harvest center with this ID or company name.'],
    [
      "of another domain's center",
      () => String(ids.theirCenter),
      'There is no active harvest center with this ID or company name.',
    ],
    [
      "of another domain's center by name",
      () => 'Globex Clinic',
      'There is no active harvest center with this ID or company name.',
    ],
    ['of one of two', () => 'Twin Clinic', 'Several harvest centers have this company name. Enter the ID.'],
  ])('a patient %s', async (_, cell, message) => {
    const csv = `${HEAD},Harvest Center\nAda,Whitfield,${fresh()},${cell()}`
    expect((await result({ csv })).errors).toEqual([{ line: 2, column: 'Harvest Center', message }])
  })

  test('a telephone number that is none, by the country of the line', async () => {
    const csv = `${HEAD},Phone,Country\nAda,Whitfield,${fresh()},22 01 02 03,Norway\nAda,Whitfield,${fresh()},call me,Norway`
    const message = 'Enter a valid phone number; include the country code if outside the US.'
    expect((await result({ csv, dry_run: true })).errors).toEqual([{ line: 3, column: 'Phone', message }])
  })

  test('a tag that the domain does not have', async () => {
    const { errors } = await result({ csv: `${HEAD},Tags\nAda,Whitfield,${fresh()},VIP|Unheard of` })
    expect(errors).toEqual([{ line: 2, column: 'Tags', message: 'Choose from the list of tags.' }])
  })

  test('a center without a rep, of no rep, of a lab that is none', async () => {
    const errorsOf = async (values: Record<string, string>) =>
      (await result({ kind: 'harvest_centers', csv: center(values).csv })).errors.map(({ column, message }) => [column, message])
    expect(await errorsOf({ sales_rep: '' })).toEqual([['Sales Rep', 'This field is required.']])
    expect(await errorsOf({ sales_rep: 'nobody@mail.example', lab: 'No Lab', address1: '' })).toEqual([
      ['Address Line 1', 'This field is required.'],
      ['Sales Rep', 'There is no active sales rep with this ID or email.'],
      ['Lab', 'There is no active lab with this ID or company name.'],
    ])
  })

  test('the same address twice names the earlier line, however it is written; lines count as the file does', async () => {
    const email = fresh()
    const csv = `${HEAD},City\r\nAda,Whitfield,${email},"Two\r\nlines"\r\n\r\nNoor,Haddad,${email.toUpperCase()},\r\n`
    expect((await result({ csv, dry_run: true })).errors).toEqual([
      { line: 2, column: 'City', message: 'This contains invalid characters.' },
      { line: 5, column: 'Email', message: 'Line 2 already has this email.' },
    ])
  })
})

describe('a wrong file', () => {
  test.each<[string, string, ImportResult['errors']]>([
    [
      'an unknown column',
      `${HEAD},Password\na,b,c,d`,
      [{ line: 1, column: 'Password', message: 'Unknown column. Compare with the template.' }],
    ],
    ['a missing column', 'First Name,Last Name\na,b', [{ line: 1, column: 'Email', message: 'This column is missing.' }]],
    [
      'a column twice',
      `${HEAD},e-mail,email\na,b,c,d,e`,
      [
        { line: 1, column: 'e-mail', message: 'Unknown column. Compare with the template.' },
        { line: 1, column: 'Email', message: 'This column appears twice.' },
      ],
    ],
    [
      'an open quotation mark',
      `${HEAD}\nAda,"Whitfield,x@mail.example`,
      [
        {
          line: 2,
          column: '',
          message: 'A quotation mark is misplaced or not closed. The rest of the file cannot be read.',
        },
      ],
    ],
  ])('%s is said of its first line', async (_, csv, errors) => {
    expect(await result({ csv })).toEqual({ lines: 0, created: 0, errors })
  })

  test.each<[string, Partial<Import>, Record<string, string[]>]>([
    ['nothing', { csv: '' }, { csv: ['Choose a file.'] }],
    ['only a first line', { csv: HEAD }, { csv: ['The file has no lines below the column names.'] }],
    [
      'too many lines',
      { csv: patients(...Array.from({ length: MAX_IMPORT_LINES + 1 }, () => 'a,b,c')) },
      { csv: ['The file has 2001 lines. Import at most 2000 at once.'] },
    ],
    [
      'more columns than there can be',
      { csv: `${HEAD}${','.repeat(100_000)}\na,b,c` },
      { csv: ['The file has 100003 columns. Compare it with the template.'] },
    ],
    ['too much', { csv: patients('a'.repeat(900_000)) }, { csv: ['This file is too large.'] }],
    ['a kind that is none', { csv: HEAD, kind: 'admins' as 'patients' }, { kind: [expect.any(String) as unknown as string] }],
  ])('%s is refused by its field', async (_, input, errors) => {
    const answer = await send(input)
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors])
  })

  test('only an admin imports, into the own domain', async () => {
    const csv = patients(`Ada,Whitfield,${fresh()}`)
    expect((await send({ csv }, await portal.as(ids.rep))).statusCode).toBe(403)
    expect((await send({ csv }, portal.guest)).statusCode).toBe(401)
    const theirs = await portal.asOther(ids.theirAdmin)
    const answer = await send({ csv: `${HEAD},Harvest Center\nAda,Whitfield,${fresh()},${ids.center}` }, theirs)
    expect(answer.json()).toMatchObject({ created: 0, errors: [{ column: 'Harvest Center' }] })
    expect((await send({ csv: patients('Ada,Whitfield,taken@mail.example') }, theirs)).json().created).toBe(1)
  })
})

describe('many at once', () => {
  test('two imports of the same addresses: one makes them all, the other none and says why', async () => {
    const addresses = Array.from({ length: 40 }, fresh)
    const lines = addresses.map((email) => `Ada,Whitfield,${email}`)
    const [one, two] = await Promise.all([result({ csv: patients(...lines) }), result({ csv: patients(...lines.toReversed()) })])
    expect([one.created, two.created].toSorted((a, b) => a - b)).toEqual([0, 40])
    const beaten = one.created === 0 ? one : two
    expect(beaten.errors).toHaveLength(40)
    expect(beaten.errors[0]).toMatchObject({ column: 'Email', message: 'A user with this email already exists.' })
    await portal.runJobs()
  })

  test('with people who are added one by one meanwhile: no address twice, nothing broken', async () => {
    const addresses = Array.from({ length: 30 }, fresh)
    const add = (email: string) => admin.post('/api/v1/users/', { subscription: 2, first_name: 'A', last_name: 'B', email })
    const [imported, ...added] = await Promise.all([
      send({ csv: patients(...addresses.map((email) => `Ada,Whitfield,${email}`)) }),
      ...addresses.slice(0, 6).map(add),
    ])
    expect(
      [imported.statusCode, ...added.map(({ statusCode }) => statusCode)].every((status) => [200, 201, 409].includes(status)),
    ).toBe(true)
    const madeAlone = added.filter(({ statusCode }) => statusCode === 201).length
    expect(imported.json().created).toBe(madeAlone === 0 ? 30 : 0)
    await portal.runJobs()
  })

  test('the most that is allowed, in one go', async () => {
    const before = await usersNow()
    const csv = patients(...Array.from({ length: MAX_IMPORT_LINES }, () => `Ada,Whitfield,${fresh()}`))
    expect(await result({ csv })).toEqual({ lines: MAX_IMPORT_LINES, created: MAX_IMPORT_LINES, errors: [] })
    expect(await usersNow()).toBe(before + MAX_IMPORT_LINES)
  })
})
