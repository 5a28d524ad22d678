import { FOR_AUTOLOGOUS_USE, NOT_EVALUATED } from '@vialdesk/contract/care/single-vials'
import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picturesOf } from '#api/platform/print/render-pdf.fixture.ts'
import { createAddedVials, createCenter, createPatient, createShippedVials, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { PRINTER_DOTS, scanLabel } from './scan-label.fixture.ts'

interface CodedVial {
  id: number
  code: string
}

const LABELS = '/api/v1/vials/labels/'
let portal: TestPortal
let at: { admin: number; lab: number; otherLab: number; center: number; otherCenter: number; rep: number; staff: number }
let lab: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  at = await portal.seed(async (db) => {
    const [lab, otherLab, rep] = [await createUser(db, 'lab'), await createUser(db, 'lab'), await createUser(db, 'sales_rep')]
    const center = await createCenter(db, { lab_id: lab, sales_rep_id: rep })
    const otherCenter = await createCenter(db, { lab_id: otherLab, sales_rep_id: rep })
    return {
      admin: await createUser(db, 'admin'),
      staff: await createUser(db, 'hc_staff'),
      lab,
      otherLab,
      rep,
      center,
      otherCenter,
    }
  })
  lab = await portal.as(at.lab)
})
afterAll(() => portal.close())

const newPatient = (evaluated: 1 | 2 | null = null) =>
  portal.seed((db) =>
    createPatient(
      db,
      { harvest_center_id: at.center, first_name: 'Ottilie', last_name: 'Nameless', phone_number: '+1 503 555 0142' },
      { infectious_testing_complete: evaluated },
    ),
  )
const vialsOf = async (patient: number): Promise<CodedVial[]> =>
  (await portal.owner.query('select id, code from vials where user_id = $1 order by id', [patient])).rows
/** A patient with vials in stock. */
async function createStock(count: number, evaluated: 1 | 2 | null = null) {
  const patient = await newPatient(evaluated)
  await portal.seed((db) => createAddedVials(db, patient, count))
  return { patient, vials: await vialsOf(patient) }
}
const ids = (vials: CodedVial[]) => vials.map(({ id }) => id).join(',')
const getLabels = (caller: TestClient, query: string) => caller.get(`${LABELS}?${query}`)
/** The text of a page needs few dots. */
const printPages = async (query: string, { caller = lab, dots = 10 } = {}) => {
  const answer = await getLabels(caller, query)
  expect(answer.statusCode).toBe(200)
  return picturesOf(answer.rawPayload, dots)
}
const auditsOf = async (patient: number) =>
  (
    await portal.owner.query(
      `select actor_id, after from audit_log where type = 'vials.labels_printed' and patient_id = $1 order by id`,
      [patient],
    )
  ).rows
const dispose = (id: number) =>
  portal.seed((db) =>
    db.rows(`update vials set state = 'disposed', reason = 'Cracked' where domain_id = $1 and id = $2`, [db.domainId, id]),
  )
const inProcess = (patient: number, made = '2026-03-02T03:00:00Z') =>
  portal.seed((db) =>
    db.rows<CodedVial>(
      `insert into vials (domain_id, user_id, state, made_at) values ($1, $2, 'in_process', $3) returning id, code`,
      [db.domainId, patient, made],
    ),
  )

describe('GET /api/v1/vials/labels/', () => {
  test('returns a PDF with the labels in the given order, to the lab and to admins', async () => {
    const { vials } = await createStock(3)
    const [first, second, third] = vials as [CodedVial, CodedVial, CodedVial]
    const order = [third, first, second]
    const answer = await getLabels(await portal.as(at.admin), `ids=${ids(order)}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="vial-labels.pdf"',
    })
    const [page] = await printPages(`ids=${ids(order)}`, { dots: PRINTER_DOTS })
    for (const [place, { code }] of order.entries()) {
      expect(page?.text).toContain(formatVialCode(code))
      expect(await scanLabel(page, place)).toEqual([
        { format: 'Code128', text: code },
        { format: 'QRCode', text: `http://portal.test/vials/${code}` },
      ])
    }
  })

  test('uses the own host of the business in the QR code', async () => {
    await portal.owner.query(`insert into domain_hosts (domain_id, host) values ($1, 'cells.globex.example')`, [
      portal.otherDomainId,
    ])
    const [admin, patient] = await portal.seedOther(async (db) => {
      const patient = await createPatient(db)
      await createAddedVials(db, patient, 1)
      return [await createUser(db, 'admin'), patient]
    })
    const [vial] = (await vialsOf(patient)) as [CodedVial]
    const caller = await portal.asOther(admin)
    // The data of a domain is cached for a second.
    const scanLink = async () => {
      const [page] = await printPages(`ids=${vial.id}`, { caller, dots: PRINTER_DOTS })
      return (await scanLabel(page, 0))[1]?.text
    }
    await expect.poll(scanLink, { interval: 300 }).toBe(`http://cells.globex.example/vials/${vial.code}`)
  })

  test('shows the not-evaluated line until testing is complete, and no personal data', async () => {
    const [unknown, incomplete, complete] = [await createStock(1), await createStock(1, 2), await createStock(1, 1)]
    for (const [{ vials }, notes] of [
      [unknown, [NOT_EVALUATED]],
      [incomplete, [NOT_EVALUATED]],
      [complete, []],
    ] as const) {
      const [page] = await printPages(`ids=${ids([...vials])}`)
      const known = [formatVialCode(vials[0]?.code ?? ''), 'Acme Cells', 'Registered', FOR_AUTOLOGOUS_USE, ...notes]
      const rest = known.reduce((text, words) => {
        expect(text).toContain(words)
        return text.replace(words, '')
      }, page?.text ?? '')
      // Only the day is left.
      expect(rest.trim()).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
  })

  test('prints vials in process, with the day of registration in the time zone of the business', async () => {
    const made = await inProcess(await newPatient())
    const [page] = await printPages(`ids=${ids(made)}`)
    expect(page?.text).toContain('2026-03-01')
  })

  test('skips the used labels of the first sheet', async () => {
    const { vials } = await createStock(2)
    const pages = await printPages(`ids=${ids(vials)}&skip=29`)
    expect(pages.map(({ text }) => vials.filter(({ code }) => text.includes(formatVialCode(code))))).toEqual(
      vials.map((vial) => [vial]),
    )
  })

  test('audits the labels once for each patient', async () => {
    const [one, two] = [await createStock(2), await createStock(1)]
    const mixed = [one.vials[1], two.vials[0], one.vials[0]] as CodedVial[]
    expect((await getLabels(lab, `ids=${ids(mixed)}`)).statusCode).toBe(200)
    expect(await auditsOf(one.patient)).toEqual([
      {
        actor_id: at.lab,
        after: { vials: 2, codes: [one.vials[1]?.code, one.vials[0]?.code] },
      },
    ])
    expect(await auditsOf(two.patient)).toMatchObject([{ after: { vials: 1, codes: [two.vials[0]?.code] } }])
  })

  test('refuses a batch with shipped or disposed vials and names the first code', async () => {
    const { patient, vials } = await createStock(4)
    await portal.seed((db) => createShippedVials(db, patient, 2))
    const [first, second, , last] = vials as [CodedVial, CodedVial, CodedVial, CodedVial]
    const shipped = await getLabels(lab, `ids=${last.id},${first.id}`)
    expect([shipped.statusCode, shipped.json()]).toEqual([
      409,
      { code: 'conflict', message: `${formatVialCode(first.code)} was shipped: it gets no label.` },
    ])
    const both = await getLabels(lab, `ids=${first.id},${last.id},${second.id}`)
    expect(both.json().message).toBe(`${formatVialCode(first.code)} was shipped, and 1 more has left: they get no labels.`)
    const [unfinished] = (await inProcess(patient)) as [CodedVial]
    await dispose(unfinished.id)
    const disposed = await getLabels(lab, `ids=${unfinished.id}`)
    expect([disposed.statusCode, disposed.json().message]).toEqual([
      409,
      `${formatVialCode(unfinished.code)} was disposed of: it gets no label.`,
    ])
    expect(await auditsOf(patient)).toEqual([])
  })

  test("refuses unknown vials, another lab's and another domain's with the same answer", async () => {
    const { patient, vials } = await createStock(1)
    const otherAdmin = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    const refused = [
      await getLabels(lab, `ids=${ids(vials)},999999999`),
      await getLabels(await portal.as(at.otherLab), `ids=${ids(vials)}`),
      await getLabels(otherAdmin, `ids=${ids(vials)}`),
    ]
    const sentence = 'Choose vials of your patients.'
    for (const answer of refused) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toEqual({ code: 'invalid', message: sentence, errors: { ids: [sentence] } })
    }
    expect(await auditsOf(patient)).toEqual([])
  })

  test('refuses patients, centers, sales, staff and guests', async () => {
    const { patient, vials } = await createStock(1)
    for (const id of [patient, at.center, at.rep, at.staff])
      expect((await getLabels(await portal.as(id), `ids=${ids(vials)}`)).statusCode).toBe(403)
    expect((await getLabels(portal.guest, `ids=${ids(vials)}`)).statusCode).toBe(401)
    expect(await auditsOf(patient)).toEqual([])
  })

  test.each([
    ['no ids', '', 'ids'],
    ['blank ids', 'ids=', 'ids'],
    ['an id that is not a number', 'ids=1,x', 'ids'],
    ['an empty id', 'ids=1,,2', 'ids'],
    ['more than 200 ids', `ids=${Array.from({ length: 201 }, (_, n) => n + 1).join(',')}`, 'ids'],
    ['a skip of a full sheet', 'ids=1&skip=30', 'skip'],
    ['a negative skip', 'ids=1&skip=-1', 'skip'],
    ['a fraction as skip', 'ids=1&skip=0.5', 'skip'],
  ])('refuses %s by its field', async (_, query, field) => {
    const answer = await getLabels(lab, query)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })
})
