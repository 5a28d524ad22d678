import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entriesPath, findPath, movePath, startVialsPortal, type VialsPortal } from '#api/features/vials/vials.fixture.ts'
import { checkPath, completeRecord, ruleArrangements } from './release-rules.fixture.ts'

const REASON = 'The center asked for it in writing'
const allRequired = {
  ...{ plating_rule: 'required', quality_rule: 'required', testing_rule: 'required', quarantine_rule: 'off' },
  ...{ min_quality_checks: 2, min_quarantine_days: 0, rule_overriders: 'lab' },
}

let vials: VialsPortal
let rules: ReturnType<typeof ruleArrangements>
beforeAll(async () => {
  vials = await startVialsPortal()
  rules = ruleArrangements(vials)
})
afterAll(() => vials.portal.close())
beforeEach(() => rules.setRules(allRequired))

const entry = (user: number, type: string, values: object = {}) => ({ user, type, quantity: 1, date: '2026-03-01', ...values })
const quarantine = (ids: number[]) => vials.lab.post(movePath, { vials: ids, to: 'quarantine' })

describe('required rules', () => {
  test('refuse a release with every rule that is not met, and change nothing', async () => {
    const patient = await vials.newPatient()
    await rules.record(patient, { number_times_qc_done: 1 })
    const answer = await vials.lab.post(entriesPath, entry(patient, 'added'))
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'rules_unmet',
      message:
        'These vials cannot be released. Successful plating is not recorded. 1 of at least 2 quality checks are recorded. Infectious disease testing is not complete.',
      errors: { override_reason: [expect.stringContaining('exception')] },
    })
    expect(await vials.countsOf(patient)).toEqual([0, 0])
    expect(await vials.statesOf(patient)).toEqual([])
  })

  test('let vials pass when the record is complete, without an override on record', async () => {
    const patient = await vials.newPatient()
    await rules.record(patient, completeRecord)
    expect((await vials.lab.post(entriesPath, entry(patient, 'added'))).statusCode).toBe(201)
    expect((await vials.lab.post(entriesPath, entry(patient, 'shipped'))).statusCode).toBe(201)
    expect(await rules.overridesOf(patient)).toEqual([])
  })

  test('check again at the shipment, and for a correction that releases or ships more', async () => {
    const patient = await vials.newPatient()
    await rules.record(patient, completeRecord)
    const added = (await vials.lab.post(entriesPath, entry(patient, 'added', { quantity: 3 }))).json()
    const shipped = (await vials.lab.post(entriesPath, entry(patient, 'shipped'))).json()
    await rules.record(patient, { infectious_testing_complete: 2 })
    const answers = [
      await vials.lab.post(entriesPath, entry(patient, 'shipped')),
      await vials.lab.patch(`${entriesPath}${added.id}/`, { quantity: 4 }),
      await vials.lab.patch(`${entriesPath}${shipped.id}/`, { quantity: 2 }),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(Array(3).fill([409, 'rules_unmet']))
    expect(await vials.countsOf(patient)).toEqual([2, 1])
    expect((await vials.lab.patch(`${entriesPath}${shipped.id}/`, { quantity: 0 })).statusCode).toBe(200)
  })

  test('plating that failed blocks although the rule only warns', async () => {
    await rules.setRules({ ...allRequired, plating_rule: 'warn', quality_rule: 'warn', testing_rule: 'warn' })
    const patient = await vials.newPatient()
    expect((await vials.lab.post(entriesPath, entry(patient, 'added'))).statusCode).toBe(201)
    await rules.record(patient, { stemcell_plating_successful: 2 })
    expect((await vials.lab.post(entriesPath, entry(patient, 'shipped'))).json().message).toBe(
      'These vials cannot be shipped. Plating was not successful.',
    )
  })

  test('quarantine: each vial must have been in it for the days of the business', async () => {
    await rules.setRules({ plating_rule: 'off', quality_rule: 'off', testing_rule: 'off', quarantine_rule: 'required' })
    const { patient, vials: ids } = await vials.inProcess(2)
    expect((await vials.lab.post(entriesPath, entry(patient, 'added'))).json().message).toContain('were in quarantine.')
    await quarantine(ids)
    await rules.setRules({ min_quarantine_days: 14 })
    const release = () => vials.lab.post(entriesPath, entry(patient, 'added', { quantity: 2, vials: ids }))
    expect((await release()).json().message).toContain('were in quarantine for 14 days.')
    await rules.setRules({ min_quarantine_days: 0 })
    expect((await release()).statusCode).toBe(201)
    expect((await vials.lab.post(entriesPath, entry(patient, 'shipped'))).statusCode).toBe(201)
    expect(await rules.overridesOf(patient)).toEqual([])
  })

  test('a vial that was released without quarantine by an override ships without a second one', async () => {
    await rules.setRules({ plating_rule: 'off', quality_rule: 'off', testing_rule: 'off', quarantine_rule: 'required' })
    const patient = await vials.newPatient()
    await vials.lab.post(entriesPath, entry(patient, 'added', { override_reason: REASON }))
    expect((await vials.lab.post(entriesPath, entry(patient, 'shipped'))).statusCode).toBe(201)
    expect((await rules.overridesOf(patient)).map((row) => row.rules)).toEqual([['quarantine']])
  })
})

describe('an override', () => {
  test('is kept with rules, reason and person, in the entry, the trace, the audit and the timeline of the lab', async () => {
    const patient = await vials.newPatient()
    await rules.record(patient, { ...completeRecord, infectious_testing_complete: null })
    const added = await vials.lab.post(entriesPath, entry(patient, 'added', { override_reason: REASON }))
    const override = { rules: ['infectious_testing'], reason: REASON, by: 'Lena Lab' }
    expect(added.json()).toMatchObject({ overrides: [override] })
    const kept = { entry_id: added.json().id, rules: ['infectious_testing'], reason: REASON, actor_id: vials.at.lab }
    expect(await rules.overridesOf(patient)).toEqual([kept])
    const [written] = await vials.auditEntries(patient, 'vials.rules_overridden')
    expect(written).toMatchObject({ actor_id: vials.at.lab, after: { override_reason: REASON } })
    const { rows } = await vials.portal.owner.query('select code from vials where user_id = $1', [patient])
    const trace = (await vials.lab.get(findPath(rows[0].code))).json()
    expect(trace.added_entry.overrides).toMatchObject([override])
    const timeline = `/api/v1/users/patient/${patient}/timeline/`
    expect((await vials.lab.get(timeline)).json().results).toContainEqual(
      expect.objectContaining({
        type: 'vials.rules_overridden',
        changes: [
          { field: 'Not met', from: null, to: 'Infectious disease testing is not complete.' },
          { field: 'Reason', from: null, to: REASON },
        ],
      }),
    )
    for (const reader of [patient, vials.at.center]) {
      const caller = await vials.portal.as(reader)
      for (const path of [timeline, `/api/v1/vials-history/user/${patient}/`])
        expect((await caller.get(path)).body).not.toContain(REASON)
    }
    expect((await (await vials.portal.as(vials.at.center)).get(findPath(rows[0].code))).body).not.toContain(REASON)
  })

  test('is append-only, for the owner of the tables too', async () => {
    await expect(vials.portal.owner.query(`update rule_overrides set reason = 'something else'`)).rejects.toThrow('append-only')
    await expect(vials.portal.owner.query('delete from rule_overrides')).rejects.toThrow('append-only')
  })

  test('needs a reason of some length, and a role that the business allows', async () => {
    const patient = await vials.newPatient()
    const short = await vials.lab.post(entriesPath, entry(patient, 'added', { override_reason: 'Because' }))
    expect([short.statusCode, Object.keys(short.json().errors)]).toEqual([422, ['override_reason']])
    await rules.setRules({ rule_overriders: 'admin' })
    const refused = await vials.lab.post(entriesPath, entry(patient, 'added', { override_reason: REASON }))
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toContain('Only an admin may override this.')
    const withoutReason = (await vials.lab.post(entriesPath, entry(patient, 'added'))).json()
    expect([withoutReason.message, withoutReason.errors], 'no reason is asked of those who may not override').toEqual([
      refused.json().message,
      undefined,
    ])
    const query = checkPath(patient, 'type=added')
    expect((await vials.lab.get(query)).json().may_override).toBe(false)
    expect((await vials.admin.get(query)).json().may_override).toBe(true)
    expect((await vials.admin.post(entriesPath, entry(patient, 'added', { override_reason: REASON }))).statusCode).toBe(201)
  })
})

describe('GET /api/v1/vials/check/{id}/', () => {
  test('says before the release what is missing, with its level', async () => {
    await rules.setRules({ quality_rule: 'warn', testing_rule: 'off' })
    const patient = await vials.newPatient()
    expect((await vials.lab.get(checkPath(patient, 'type=added&quantity=3'))).json()).toEqual({
      unmet: [
        { rule: 'plating', level: 'required', text: 'Successful plating is not recorded.' },
        { rule: 'quality_checks', level: 'warn', text: '0 of at least 2 quality checks are recorded.' },
      ],
      may_override: true,
    })
  })

  test('judges the chosen vials, or the oldest in stock, by their quarantine', async () => {
    await rules.setRules({ plating_rule: 'off', quality_rule: 'off', testing_rule: 'off', quarantine_rule: 'warn' })
    const { patient, vials: ids } = await vials.stock(1)
    const unmet = async (query: string) => (await vials.lab.get(checkPath(patient, query))).json().unmet.length
    expect(await unmet(`type=shipped&vials=${ids[0]}`)).toBe(1)
    expect(await unmet('type=shipped&quantity=1')).toBe(1)
    const process = await vials.inProcess(1)
    await quarantine(process.vials)
    const chosen = `type=added&vials=${process.vials[0]}`
    expect((await vials.lab.get(checkPath(process.patient, chosen))).json().unmet).toEqual([])
  })

  test('does not judge the vials of another patient', async () => {
    await rules.setRules({ plating_rule: 'off', quality_rule: 'off', testing_rule: 'off', quarantine_rule: 'warn' })
    const patient = await vials.newPatient()
    const other = await vials.inProcess(1)
    await quarantine(other.vials)
    for (const id of [other.vials[0], 987_654_321]) {
      const { unmet } = (await vials.lab.get(checkPath(patient, `type=added&vials=${id}`))).json()
      expect(unmet.map(({ rule }: { rule: string }) => rule)).toEqual(['quarantine'])
    }
  })

  test('answers 404 for patients of other labs and domains', async () => {
    const patient = await vials.newPatient()
    const stranger = await vials.portal.as(vials.at.otherLab)
    expect((await stranger.get(checkPath(patient, 'type=added'))).statusCode).toBe(404)
    expect((await vials.otherAdmin.get(checkPath(patient, 'type=added'))).statusCode).toBe(404)
  })
})

test('the database itself refuses a release without an override, whatever the program does', async () => {
  const patient = await vials.newPatient()
  const insert = vials.portal.seed(async (db) => {
    const row = { domain_id: db.domainId, user_id: patient, type: 'added', quantity: 1, date: '2026-03-01' }
    const { id } = await db.insertInto('vial_entries').values(row).returning('id').executeTakeFirstOrThrow()
    const vial = { domain_id: db.domainId, user_id: patient, state: 'released', added_entry_id: id }
    await db.insertInto('vials').values(vial).execute()
  })
  await expect(insert).rejects.toMatchObject({ constraint: 'vials_release_rules_check' })
})

test('a release is refused after a concurrent change of the record, or saved before it', async () => {
  for (let round = 0; round < 5; round++) {
    const patient = await vials.newPatient()
    await rules.record(patient, completeRecord)
    const [added, changed] = await Promise.all([
      vials.lab.post(entriesPath, entry(patient, 'added')),
      rules.record(patient, { infectious_testing_complete: 2 }),
    ])
    expect(changed.statusCode).toBe(200)
    expect([201, 409]).toContain(added.statusCode)
    const order = await vials.portal.owner.query(
      `select type from audit_log where patient_id = $1 and type in ('vials.added', 'lab_record.changed') order by id desc limit 1`,
      [patient],
    )
    if (added.statusCode === 201) expect(order.rows[0].type).toBe('lab_record.changed')
  }
})
