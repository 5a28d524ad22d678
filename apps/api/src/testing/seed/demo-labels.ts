/** What the first center of the demo asked the carrier for: two requests wait, older ones have their labels. */
import type { Db } from '#api/db/db.ts'
import type { Center } from './demo-accounts.ts'

/** The newest processing fees whose patient has an account; the two newest still wait for their label. */
const requests = `
insert into label_requests (domain_id, center_id, requested_by, transaction_id, email, representative, doctor_name, doctor_email, label_date,
  address1, city, state_desc, country_desc, zip_code, tracking_number, tracking_link, notification_sent, created_at)
select t.domain_id, t.harvest_center_id, t.harvest_center_id, t.id, $3, 'Naomi Hashimoto', 'Dr. Elias Brandt', 'elias.brandt@demo.example', t.day,
  $4, $5, $6, $7, $8, case when n > 2 then '7946 0000 ' || (1000 + n) else '' end,
  case when n > 2 then 'https://www.fedex.com/fedextrack/?trknbr=79460000' || (1000 + n) else '' end, n > 2, t.date
from (select t.*, row_number() over (order by t.day desc, t.id desc) as n from transactions t
  where t.domain_id = $1 and t.harvest_center_id = $2 and t.product_id = 1 and t.patient_id is not null) t
where n <= 5 order by t.day, t.id`

const patients = `
insert into label_request_patients (domain_id, request_id, patient_id)
select r.domain_id, r.id, t.patient_id from label_requests r join transactions t on t.domain_id = r.domain_id and t.id = r.transaction_id
where r.domain_id = $1`

export async function makeLabelRequests(db: Db, { id, email, address }: Pick<Center, 'id' | 'email' | 'address'>): Promise<void> {
  const { address1, city, state_desc, country_desc, zip_code } = address
  await db.rows(requests, [db.domainId, id, email, address1, city, state_desc, country_desc, zip_code])
  await db.rows(patients, [db.domainId])
}
