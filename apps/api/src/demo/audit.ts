/** The audit of the demo, which is also the source of the patients' timelines. */
import type { AuditEventType } from '@vialdesk/contract/business/audit-events'
import type { LabRecord } from '@vialdesk/contract/people/patients'
import type { AuditEntry, Db } from '#api/db/db.ts'
import { arrivedDaysAgo, isOverridden, OVERRIDE_REASON, UNMET } from './care/releases.ts'
import type { DemoContext } from './context.ts'
import type { Sale } from './money/sales.ts'
import { ACCEPTED_MINUTES, JOINED_MINUTES, type Patient } from './people/patients.ts'

export type PastEntry = AuditEntry & { at: Date }

/** Like append_audit, but with past times, which only the table owner may set. */
const APPEND = `
create function pg_temp.append_past(entries jsonb) returns void language plpgsql as $$
declare
  head audit_heads := lock_audit_head();
  entry jsonb;
  line audit_log;
begin
  for entry in select * from jsonb_array_elements(entries) loop
    line := jsonb_populate_record(null::audit_log, entry);
    line.domain_id := head.domain_id;
    line.id := nextval(format('ids.%I', 'audit_log_' || head.domain_id)::regclass);
    line.chain := head.chain;
    line.number := head.last_number + 1;
    line.hash := audit_hash(head.last_hash, line);
    insert into audit_log values (line.*);
    head.last_number := line.number;
    head.last_id := line.id;
    head.last_hash := line.hash;
  end loop;
  update audit_heads set last_number = head.last_number, last_id = head.last_id, last_hash = head.last_hash
  where domain_id = head.domain_id and chain = head.chain;
end $$`

export const pastEntry = (at: Date, type: AuditEventType, actor: number, more: Partial<AuditEntry>): PastEntry => ({
  at,
  type,
  actor_id: actor,
  impersonator_id: null,
  subject_id: null,
  patient_id: null,
  ip: null,
  request_id: null,
  ...more,
})

function labSteps({ calendar }: DemoContext, { id, center, past }: Patient): PastEntry[] {
  let known: Partial<LabRecord> = { number_times_qc_done: 0, vials_preparation: 0, vials_ready_ship: 0 }
  return past.steps.map(({ daysAgo, changes }) => {
    const before = Object.fromEntries(Object.keys(changes).map((key) => [key, known[key as keyof LabRecord] ?? null]))
    known = { ...known, ...changes }
    return pastEntry(calendar.moment(daysAgo, 120), 'lab_record.changed', center.lab, {
      subject_id: id,
      patient_id: id,
      before,
      after: changes,
    })
  })
}

function vialSteps({ calendar }: DemoContext, { id, center, past }: Patient): PastEntry[] {
  let counts = { vials_available: 0, vials_shipped: 0 }
  return past.vials.map(({ daysAgo, ...vials }) => {
    const before = counts
    const { type, quantity } = vials
    counts =
      type === 'added'
        ? { ...before, vials_available: before.vials_available + quantity }
        : { vials_available: before.vials_available - quantity, vials_shipped: before.vials_shipped + quantity }
    const after = { ...vials, date: calendar.day(daysAgo), ...counts }
    // The vials of the demo come out of quarantine.
    const event = type === 'added' ? 'vials.released' : 'vials.shipped'
    return pastEntry(calendar.moment(daysAgo, 180), event, center.lab, { patient_id: id, before, after })
  })
}

/** The overrides and arrivals of the patient's vials. */
const releaseSteps = ({ calendar }: DemoContext, patient: Patient): PastEntry[] =>
  patient.past.vials.flatMap((entry) => {
    const { id: patient_id, center } = patient
    const steps: PastEntry[] = []
    const override = { entry: entry.type, unmet_rules: UNMET, override_reason: OVERRIDE_REASON }
    const released = calendar.moment(entry.daysAgo, 180)
    if (isOverridden(patient))
      steps.push(pastEntry(released, 'vials.rules_overridden', center.lab, { patient_id, after: override }))
    const days = arrivedDaysAgo(entry)
    if (days === undefined) return steps
    const after = { arrived_on: calendar.day(days), vials: entry.quantity }
    return [...steps, pastEntry(calendar.moment(days, 90), 'vials.arrived', center.id, { patient_id, after })]
  })

const tracedSteps = ({ id, center, traced }: Patient): PastEntry[] =>
  traced.map(({ at, type, after }) => pastEntry(at, type, center.lab, { patient_id: id, after }))

function patientSteps(demo: DemoContext, patient: Patient): PastEntry[] {
  const { id, center, referral, joined, accepted } = patient
  const subject = { subject_id: id, patient_id: id }
  const after = { subscription: 2, harvest_center_id: center.id }
  return [
    pastEntry(demo.calendar.moment(joined, JOINED_MINUTES), 'account.created', (referral ?? center).id, { ...subject, after }),
    ...(accepted ? [pastEntry(demo.calendar.moment(joined, ACCEPTED_MINUTES), 'agreement.accepted', id, subject)] : []),
    ...labSteps(demo, patient),
    ...vialSteps(demo, patient),
    ...releaseSteps(demo, patient),
    ...tracedSteps(patient),
  ]
}

const saleStep = ({ calendar }: DemoContext, sale: Sale & { id: number; invoice: string }): PastEntry =>
  pastEntry(calendar.moment(sale.daysAgo, sale.minutes), 'transaction.recorded', sale.payer.id, {
    subject_id: sale.id,
    patient_id: sale.patient,
    after: { invoice_id: sale.invoice, product_id: sale.product, quantity: sale.quantity },
  })

const LOGGED_IN_BEFORE = `
  update users u
  set last_login = a.at - interval '10 minutes'
  from (
    select user_id, max(at) as at
    from (
      select actor_id as user_id, at from audit_log where domain_id = $1
      union all
      select author_id, sent_at from conversation_messages where domain_id = $1
      union all
      select user_id, read_at from notices where domain_id = $1) acts
    group by user_id) a
  where u.domain_id = $1
    and u.id = a.user_id
    and u.last_login < a.at - interval '10 minutes'`

/** Appends all entries to the hash chain, oldest first. The portal continues the same chain. */
export async function writeAudit(
  db: Db,
  demo: DemoContext,
  patients: Patient[],
  sales: (Sale & { id: number; invoice: string })[],
  documents: PastEntry[],
): Promise<void> {
  const entries = [
    ...documents,
    ...patients.flatMap((patient) => patientSteps(demo, patient)),
    ...sales.map((sale) => saleStep(demo, sale)),
  ]
  entries.sort((a, b) => a.at.getTime() - b.at.getTime())
  await db.rows(APPEND, [])
  await db.rows('select pg_temp.append_past($1)', [JSON.stringify(entries)])
  await db.rows('drop function pg_temp.append_past', [])
}

/** Nobody acts, writes or reads long after the last login. Patients who sign by a link of a mail need no login. */
export const logInBeforeActing = (db: Db) => db.rows(LOGGED_IN_BEFORE, [db.domainId])
