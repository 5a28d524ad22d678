/** Label requests of the first demo center. Their parcels fit the lab records: one has arrived and waits to be booked in. */
import { drawLabelPdf } from '#api/adapters/carrier/embedded/label.ts'
import type { Db } from '#api/db/db.ts'
import { storeFile } from '#api/demo/values/store-file.ts'
import { DEV_PARCELS } from '#api/platform/dev/dev-parcels.ts'
import type { LabelOrder, Party } from '#api/platform/ports/carrier.ts'
import { TIME_ZONE } from '../brand.ts'
import type { DemoContext, DemoPorts } from '../context.ts'
import type { Center } from '../people/accounts.ts'

/**
 * Requests for the twelve newest processing fees of patients with all three documents, made in the hours after these were signed. The
 * newest fee whose tissue is still to be sent has none, so that a visitor can request a label.
 */
const requests = `
with ready as (
  select t.*, l.date_adipose_shipped_to_lab is null as is_to_be_sent
  from transactions t
  join lab_records l on l.domain_id = t.domain_id and l.user_id = t.patient_id
  where t.domain_id = $1 and t.harvest_center_id = $2 and t.product_id = 1 and (
    select count(distinct d.kind)
    from documents d
    where d.domain_id = $1 and d.patient_id = t.patient_id and d.completed_at <= t.date + interval '3 hours') = 3
), newest as (
  select *
  from ready
  where id <> (select max(id) from ready where is_to_be_sent)
  order by id desc
  limit 12
)
insert into label_requests (domain_id, center_id, requested_by, transaction_id, email, representative, doctor_name, doctor_email, label_date,
  address1, city, state_desc, country_desc, zip_code, created_at)
select domain_id, harvest_center_id, harvest_center_id, id, $3, 'Naomi Hashimoto', 'Dr. Elias Brandt', 'elias.brandt@demo.example', day,
  $4, $5, $6, $7, $8, least(date + interval '3 hours', $9)
from newest
order by day, id
returning id, label_date, created_at`

const patients = `
insert into label_request_patients (domain_id, request_id, patient_id)
select r.domain_id, r.id, t.patient_id from label_requests r join transactions t on t.domain_id = r.domain_id and t.id = r.transaction_id
where r.domain_id = $1`

interface Made {
  id: number
  label_date: string
  created_at: string
}

interface TissueDates {
  request_id: number
  shipped: string | null
  received: string | null
}

const dates = `
select rp.request_id, l.date_adipose_shipped_to_lab as shipped, l.date_adipose_received_by_lab as received
from label_request_patients rp
left join lab_records l on l.domain_id = rp.domain_id and l.user_id = rp.patient_id
where rp.domain_id = $1
order by rp.request_id`

interface Parcel {
  tracking_status: string
  tracking_text: string
  tracked_at: string
}

const NOON = 'T17:00:00Z'
const parcels = {
  made: (at: string): Parcel => ({ tracking_status: 'label_made', tracking_text: 'Label created', tracked_at: at }),
  moving: (day: string): Parcel => ({ tracking_status: 'in_transit', tracking_text: 'In transit', tracked_at: day + NOON }),
  delivered: (day: string): Parcel => ({ tracking_status: 'delivered', tracking_text: 'Delivered', tracked_at: day + NOON }),
}

/** The parcel of each request that has a label. Tissue that was not sent has a label once, else the request is pending. */
function parcelsOf(made: Made[], tissues: TissueDates[]): Map<number, Parcel> {
  const found = new Map<number, Parcel>()
  let hasArrived = false
  let isMade = false
  for (const { id, created_at } of made) {
    const { shipped, received } = tissues.find(({ request_id }) => request_id === id) ?? { shipped: null, received: null }
    if (received) found.set(id, parcels.delivered(received))
    else if (shipped) {
      found.set(id, hasArrived ? parcels.moving(shipped) : parcels.delivered(shipped))
      hasArrived = true
    } else if (!isMade) {
      found.set(id, parcels.made(created_at))
      isMade = true
    }
  }
  return found
}

const partyOf = ({ company, phone, address }: Pick<Center, 'company' | 'phone' | 'address'>): Party => ({
  name: '',
  company,
  phone,
  address1: address.address1,
  address2: '',
  city: address.city,
  state: address.state_desc,
  country: address.country_desc,
  zip: address.zip_code ?? '',
})

async function findLab(db: Db, id: number): Promise<Party> {
  const lab = db.selectFrom('users').selectAll().where('domain_id', '=', db.domainId).where('id', '=', id)
  const { company, phone_number: phone, ...address } = await lab.executeTakeFirstOrThrow()
  return partyOf({ company, phone, address })
}

/** Creates a label as the simulator would. */
async function giveLabel(
  db: Db,
  ports: DemoPorts,
  { id, label_date, created_at }: Made,
  from: Party,
  to: Party,
  parcel: Parcel,
): Promise<void> {
  const trackingNumber = `SIM${String(204_981_126_000 + id)}`
  const label = { trackingNumber, trackingLink: `${ports.publicUrl}${DEV_PARCELS}${trackingNumber}` }
  const order: LabelOrder = {
    domainId: db.domainId,
    reference: `REQ${db.domainId}-${id}-1`,
    shipDate: label_date,
    timeZone: TIME_ZONE,
    from,
    to,
    pounds: 2,
    format: '4x6',
  }
  const pdf = await drawLabelPdf(order, label)
  const key = await storeFile(db, ports, 'fedex-label', 'pdf', pdf)
  await db.insertRow('simulated_labels', {
    tracking_number: trackingNumber,
    reference: order.reference,
    ordered: JSON.stringify(order),
    made_at: created_at,
  })
  await db.updateRows(
    'label_requests',
    { id },
    {
      ...{ tracking_number: trackingNumber, tracking_link: label.trackingLink, pdf_file: key.slice(key.lastIndexOf('/') + 1) },
      ...{ carrier_state: 'made', carrier_tries: 1, carrier_asked_at: created_at, notification_sent: true },
      ...parcel,
    },
  )
}

export async function createLabelRequests(db: Db, ports: DemoPorts, { now }: DemoContext, center: Center): Promise<void> {
  const { address1, city, state_desc, country_desc, zip_code } = center.address
  const values = [db.domainId, center.id, center.email, address1, city, state_desc, country_desc, zip_code, now]
  const made = await db.rows<Made>(requests, values)
  await db.rows(patients, [db.domainId])
  const lab = await findLab(db, center.lab)
  const given = parcelsOf(made, await db.rows<TissueDates>(dates, [db.domainId]))
  for (const request of made) {
    const parcel = given.get(request.id)
    if (parcel) await giveLabel(db, ports, request, partyOf(center), lab, parcel)
  }
}
