/** The receiver of shipped vials, with the name and the address of the day of shipping. */
import type { ReceiverInput, VialReceiver } from '@vialdesk/contract/care/release-rules'
import type { Db } from '#api/db/db.ts'
import { failField } from '#api/platform/kernel/fail.ts'

type Part = string | null | undefined
type ReceiverAddress = {
  [K in 'address1' | 'address2' | 'city' | 'state_desc' | 'zip_code' | 'country_desc']?: Part
}

const joinParts = (parts: readonly Part[], separator: string) => parts.filter(Boolean).join(separator)

/** One line of an address, without its blank parts. */
export const addressLine = ({ address1, address2, city, state_desc, zip_code, country_desc }: ReceiverAddress) =>
  joinParts([address1, address2, city, joinParts([state_desc, zip_code], ' '), country_desc], ', ').slice(0, 300)

/** The center, and its default location, else the address of its account. */
const SELECT_CENTER = `
  select
    c.id,
    c.company,
    coalesce(l.address1, c.address1) as address1,
    coalesce(l.address2, c.address2) as address2,
    coalesce(l.city, c.city) as city,
    coalesce(l.state_desc, c.state_desc) as state_desc,
    coalesce(l.zip_code, c.zip_code) as zip_code,
    coalesce(l.country_desc, c.country_desc) as country_desc
  from users p
  join users c on c.domain_id = p.domain_id
    and c.id = case $3 when 'harvest_center' then p.harvest_center_id else p.referral_harvest_center_id end
  left join locations l on l.domain_id = c.domain_id and l.user_id = c.id and l.is_default
  where p.domain_id = $1
    and p.id = $2`

interface CenterRow extends ReceiverAddress {
  id: number
  company: string
}

async function findReceiver(db: Db, patient: number, { kind, name, address }: ReceiverInput): Promise<VialReceiver | undefined> {
  if (kind === 'other') return { kind, id: null, name, address }
  const [center] = await db.rows<CenterRow>(SELECT_CENTER, [db.domainId, patient, kind])
  return center && { kind, id: center.id, name: center.company, address: addressLine(center) }
}

/** Refuses a center that the patient does not have. */
export async function chooseReceiver(db: Db, patient: number, input: ReceiverInput): Promise<VialReceiver> {
  const noCenter =
    input.kind === 'harvest_center' ? 'This patient has no harvest center.' : 'This patient has no referral center.'
  return (await findReceiver(db, patient, input)) ?? failField('receiver', noCenter)
}

/**
 * The receiver of a corrected shipment. The same one keeps its name and address of the day of shipping, also when the patient has no
 * center now.
 */
export async function correctReceiver(
  db: Db,
  patient: number,
  recorded: VialReceiver | null,
  input: ReceiverInput,
): Promise<VialReceiver> {
  if (recorded?.kind !== input.kind) return chooseReceiver(db, patient, input)
  const found = (await findReceiver(db, patient, input)) ?? recorded
  const isSame =
    input.kind === 'other' ? found.name === recorded.name && found.address === recorded.address : found.id === recorded.id
  return isSame ? recorded : found
}
