import { type Import, type ImportResult, importColumns, MAX_IMPORT_LINES } from '@vialdesk/contract/people/import-columns'
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

const sendImport = (input: Partial<Import>, caller = admin) => caller.post(IMPORT, { kind: 'patients', dry_run: false, ...input })
const importResult = async (input: Partial<Import>): Promise<ImportResult> => (await sendImport(input)).json()
const countUsers = async () => Number((await portal.owner.query('select count(*) as n from users')).rows[0].n)
const userByEmail = async (email: string) =>
  (await portal.owner.query('select * from users where domain_id = $1 and email_key = lower($2)', [portal.domainId, email]))
    .rows[0]
const newEmail = () => `line-${nextNumber()}@mail.example`
const HEAD = 'First Name,Last Name,Email'
const patientsCsv = (...lines: string[]) => [HEAD, ...lines].join('\n')

const centerCsv = (values: Record<string, string> = {}) => {
  const cells: Record<string, string> = {
    ...{
      company: 'New Clinic',
      first_name: 'Ida',
      last_name: 'Berg',
      email: newEmail(),
      phone_number: '+47 55501000',
      sales_rep: String(ids.rep),
    },
    ...{ lab: '', address1: 'Kaien 1', city: 'Bergen', state_desc: 'Vestland', country_desc: 'Norway', ...values },
  }
  return { cells, csv: `${Object.keys(cells).join(';')}\r\n${Object.values(cells).join(';')}\r\n` }
}

describe('POST /api/v1/users/import-csv/', () => {
  test('reports the result of a dry run and changes nothing', async () => {
    const before = await countUsers()
    const csv = patientsCsv(`Ada,Whitfield,${newEmail()}`, `Noor,Haddad,${newEmail()}`)
    expect(await importResult({ csv, dry_run: true })).toEqual({ lines: 2, created: 0, errors: [] })
    expect(await countUsers()).toBe(before)
  })

  test('creates patients with lab record, center and tags, mails each a link, and audits the count', async () => {
    const [one, two] = [newEmail(), newEmail()]
    const csv = [
      '\uFEFF"first name",LAST_NAME,Email,Harvest Center,Tags,City,Phone',
      `Ýrsa,"Thórsdóttir, ""Yr""",${one},Fjord Clinic,vip | Vial ordering,Reykjavík,'+354 555 0100`,
      '',
      `مريم,الخطيب,${two},${ids.center},,,`,
      '',
    ].join('\r\n')
    expect(await importResult({ csv })).toEqual({ lines: 2, created: 2, errors: [] })
    const patient = await userByEmail(one)
    expect(patient).toMatchObject({
      ...{ first_name: 'Ýrsa', last_name: 'Thórsdóttir, "Yr"', subscription: 2 },
      ...{ city: 'Reykjavík', phone_number: '+354 555 0100' },
      ...{ harvest_center_id: ids.center, tags: [2, 1], password_hash: null, active: true },
    })
    expect(await userByEmail(two)).toMatchObject({ first_name: 'مريم', harvest_center_id: ids.center })
    expect((await admin.get(`/api/v1/users/${patient.id}/`)).json()).toMatchObject({ stage: 'registered', vials_available: 0 })
    await portal.runJobs()
    const mails = await portal.owner.query(`select subject from mail_outbox where domain_id = $1 and recipient = any($2)`, [
      portal.domainId,
      [one, two],
    ])
    expect(mails.rows).toEqual([{ subject: 'Your account is ready' }, { subject: 'Your account is ready' }])
    const { rows } = await portal.owner.query(
      `select type, actor_id, patient_id, after
       from audit_log
       where domain_id = $1
         and (subject_id = $2 or type = 'accounts.imported')
         and type like 'account%'
       order by id`,
      [portal.domainId, patient.id],
    )
    expect(rows).toMatchObject([
      { type: 'account.created', actor_id: ids.admin, patient_id: patient.id },
      { type: 'accounts.imported', actor_id: ids.admin, after: { kind: 'patients', count: 2 } },
    ])
  })

  test('creates harvest centers with a rep and lab by id or name, from a file with semicolons', async () => {
    const named = centerCsv({ sales_rep: 'REP@mail.example', lab: 'North Lab' })
    expect(await importResult({ kind: 'harvest_centers', csv: named.csv })).toEqual({ lines: 1, created: 1, errors: [] })
    expect(await userByEmail(named.cells.email as string)).toMatchObject({
      subscription: 4,
      sales_rep_id: ids.rep,
      lab_id: ids.lab,
    })
    const byId = centerCsv({ lab: String(ids.lab), company: '"Smith; Sons"' })
    expect((await importResult({ kind: 'harvest_centers', csv: byId.csv })).created).toBe(1)
    expect(await userByEmail(byId.cells.email as string)).toMatchObject({
      company: 'Smith; Sons',
      lab_id: ids.lab,
      line_rep_id: ids.rep,
    })
  })

  test('accepts every column of the template', async () => {
    for (const kind of ['patients', 'harvest_centers'] as const) {
      const headers = importColumns[kind].map(({ header }) => header)
      const { errors } = await importResult({
        kind,
        csv: `${headers.join(',')}\nx${','.repeat(headers.length - 1)}`,
        dry_run: true,
      })
      expect(errors.every(({ line }) => line === 2)).toBe(true)
    }
  })
})

describe('an invalid line', () => {
  const UNKNOWN_CENTER = 'There is no active harvest center with this ID or company name.'
  const faults: [string, () => string, string, string][] = [
    ['a blank name', () => `,Whitfield,${newEmail()}`, 'First Name', 'This field is required.'],
    ['no email', () => 'Ada,Whitfield,nonsense', 'Email', 'Enter a valid email address.'],
    ['an email that is in use', () => 'Ada,Whitfield,taken@MAIL.example', 'Email', 'A user with this email already exists.'],
    ['a control character', () => `A\x07da,Whitfield,${newEmail()}`, 'First Name', 'This contains invalid characters.'],
    ['more cells than columns', () => `Ada,Whitfield,${newEmail()},more`, '', 'This line has more cells than there are columns.'],
  ]
  test.each(faults)('with %s is reported with its column, and no account is created', async (_, line, column, message) => {
    const before = await countUsers()
    const csv = patientsCsv(`Good,Person,${newEmail()}`, line(), `Other,Person,${newEmail()}`)
    expect(await importResult({ csv })).toEqual({ lines: 3, created: 0, errors: [{ line: 3, column, message }] })
    expect(await countUsers()).toBe(before)
  })

  test.each<[string, () => string, string]>([
    ['an unknown center', () => 'Nowhere Clinic', UNKNOWN_CENTER],
    ['a center in another letter case', () => 'fjord clinic', UNKNOWN_CENTER],
    ['an inactive center', () => 'Closed Clinic', UNKNOWN_CENTER],
    ['the id of a rep', () => String(ids.rep), UNKNOWN_CENTER],
    ['the id of a center of another domain', () => String(ids.theirCenter), UNKNOWN_CENTER],
    ['the name of a center of another domain', () => 'Globex Clinic', UNKNOWN_CENTER],
    ['an ambiguous center name', () => 'Twin Clinic', 'Several harvest centers have this company name. Enter the ID.'],
  ])('with %s is reported for a patient', async (_, cell, message) => {
    const csv = `${HEAD},Harvest Center\nAda,Whitfield,${newEmail()},${cell()}`
    expect((await importResult({ csv })).errors).toEqual([{ line: 2, column: 'Harvest Center', message }])
  })

  test('with a phone number that is invalid in its country is reported', async () => {
    const csv = `${HEAD},Phone,Country\nAda,Whitfield,${newEmail()},22 01 02 03,Norway\nAda,Whitfield,${newEmail()},call me,Norway`
    const message = 'Enter a valid phone number; include the country code if outside the US.'
    expect((await importResult({ csv, dry_run: true })).errors).toEqual([{ line: 3, column: 'Phone', message }])
  })

  test('with an unknown tag is reported', async () => {
    const { errors } = await importResult({ csv: `${HEAD},Tags\nAda,Whitfield,${newEmail()},VIP|Unheard of` })
    expect(errors).toEqual([{ line: 2, column: 'Tags', message: 'Choose from the list of tags.' }])
  })

  test('with a missing rep, an unknown rep or an unknown lab is reported for a center', async () => {
    const errorsOf = async (values: Record<string, string>) =>
      (await importResult({ kind: 'harvest_centers', csv: centerCsv(values).csv })).errors.map(({ column, message }) => [
        column,
        message,
      ])
    expect(await errorsOf({ sales_rep: '' })).toEqual([['Sales Rep', 'This field is required.']])
    expect(await errorsOf({ sales_rep: 'nobody@mail.example', lab: 'No Lab', address1: '' })).toEqual([
      ['Address Line 1', 'This field is required.'],
      ['Sales Rep', 'There is no active sales rep with this ID or email.'],
      ['Lab', 'There is no active lab with this ID or company name.'],
    ])
  })

  test('with a repeated email in any letter case names the earlier line by its number in the file', async () => {
    const email = newEmail()
    const csv = `${HEAD},City\r\nAda,Whitfield,${email},"Two\r\nlines"\r\n\r\nNoor,Haddad,${email.toUpperCase()},\r\n`
    expect((await importResult({ csv, dry_run: true })).errors).toEqual([
      { line: 2, column: 'City', message: 'This contains invalid characters.' },
      { line: 5, column: 'Email', message: 'Line 2 already has this email.' },
    ])
  })
})

describe('an invalid file', () => {
  test.each<[string, string, ImportResult['errors']]>([
    [
      'an unknown column',
      `${HEAD},Password\na,b,c,d`,
      [{ line: 1, column: 'Password', message: 'Unknown column. Compare with the template.' }],
    ],
    ['a missing column', 'First Name,Last Name\na,b', [{ line: 1, column: 'Email', message: 'This column is missing.' }]],
    [
      'a repeated column',
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
  ])('with %s is reported at its first line', async (_, csv, errors) => {
    expect(await importResult({ csv })).toEqual({ lines: 0, created: 0, errors })
  })

  test.each<[string, Partial<Import>, Record<string, string[]>]>([
    ['no text', { csv: '' }, { csv: ['Choose a file.'] }],
    ['only the line of column names', { csv: HEAD }, { csv: ['The file has no lines below the column names.'] }],
    [
      'too many lines',
      { csv: patientsCsv(...Array.from({ length: MAX_IMPORT_LINES + 1 }, () => 'a,b,c')) },
      { csv: ['The file has 2001 lines. Import at most 2000 at once.'] },
    ],
    [
      'too many columns',
      { csv: `${HEAD}${','.repeat(100_000)}\na,b,c` },
      { csv: ['The file has 100003 columns. Compare it with the template.'] },
    ],
    ['too much text', { csv: patientsCsv('a'.repeat(900_000)) }, { csv: ['This file is too large.'] }],
    ['an invalid kind', { csv: HEAD, kind: 'admins' as 'patients' }, { kind: [expect.any(String) as unknown as string] }],
  ])('with %s is refused and the field is named', async (_, input, errors) => {
    const answer = await sendImport(input)
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors])
  })

  test('is forbidden to other roles, and imports into the own domain only', async () => {
    const csv = patientsCsv(`Ada,Whitfield,${newEmail()}`)
    expect((await sendImport({ csv }, await portal.as(ids.rep))).statusCode).toBe(403)
    expect((await sendImport({ csv }, portal.guest)).statusCode).toBe(401)
    const theirs = await portal.asOther(ids.theirAdmin)
    const answer = await sendImport({ csv: `${HEAD},Harvest Center\nAda,Whitfield,${newEmail()},${ids.center}` }, theirs)
    expect(answer.json()).toMatchObject({ created: 0, errors: [{ column: 'Harvest Center' }] })
    expect((await sendImport({ csv: patientsCsv('Ada,Whitfield,taken@mail.example') }, theirs)).json().created).toBe(1)
  })
})

describe('simultaneous imports', () => {
  test('with the same emails create all accounts once, and the other import reports the duplicates', async () => {
    const emails = Array.from({ length: 10 }, newEmail)
    const lines = emails.map((email) => `Ada,Whitfield,${email}`)
    const [one, two] = await Promise.all([
      importResult({ csv: patientsCsv(...lines) }),
      importResult({ csv: patientsCsv(...lines.toReversed()) }),
    ])
    expect([one.created, two.created].toSorted((a, b) => a - b)).toEqual([0, 10])
    const beaten = one.created === 0 ? one : two
    expect(beaten.errors).toHaveLength(10)
    expect(beaten.errors[0]).toMatchObject({ column: 'Email', message: 'A user with this email already exists.' })
    await portal.runJobs()
  })

  test('and single new accounts never create one email twice', async () => {
    const emails = Array.from({ length: 8 }, newEmail)
    const add = (email: string) => admin.post('/api/v1/users/', { subscription: 2, first_name: 'A', last_name: 'B', email })
    const [imported, ...added] = await Promise.all([
      sendImport({ csv: patientsCsv(...emails.map((email) => `Ada,Whitfield,${email}`)) }),
      ...emails.slice(0, 6).map(add),
    ])
    expect(
      [imported.statusCode, ...added.map(({ statusCode }) => statusCode)].every((status) => [200, 201, 409].includes(status)),
    ).toBe(true)
    const madeAlone = added.filter(({ statusCode }) => statusCode === 201).length
    expect(imported.json().created).toBe(madeAlone === 0 ? 8 : 0)
    await portal.runJobs()
  })

  test('may have the maximum number of lines', async () => {
    const before = await countUsers()
    const csv = patientsCsv(...Array.from({ length: MAX_IMPORT_LINES }, () => `Ada,Whitfield,${newEmail()}`))
    expect(await importResult({ csv })).toEqual({ lines: MAX_IMPORT_LINES, created: MAX_IMPORT_LINES, errors: [] })
    expect(await countUsers()).toBe(before + MAX_IMPORT_LINES)
  })
})
