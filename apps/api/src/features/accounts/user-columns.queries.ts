/** The columns of users. The groups of each role are in accounts.policy. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import type { User } from '@vialdesk/contract/people/accounts'
import type { LabRecord, VialCounts, VialStateCounts } from '@vialdesk/contract/people/patients'
import type { Columns } from '#api/db/columns.ts'
import type { UserGroup } from './accounts.policy.ts'
import { invitedOf } from './invitations/invitations.queries.ts'

/** The center in a column of the user `u`. A sub-select costs less than a join, which every other column of the row passes through. */
const ofCenter = (column: string, sql: string) =>
  `(select ${sql} from users center where center.domain_id = current_domain() and center.id = u.${column})`

/** A list of the center, or an empty list. The email of a removed center is left out. */
const centerListSql = (column: string) =>
  `coalesce(${ofCenter(
    column,
    `jsonb_build_array(jsonb_build_object('id', center.id, 'company', center.company, 'template_id', center.template_id,
      'email', case when center.removed_at is null then center.email else '' end))`,
  )}, '[]')`

/** Columns of the lab record `l` and the vial counts `v`; a patient may have neither yet. */
export const processingColumns: Columns<LabRecord & VialCounts & VialStateCounts, UserGroup> = {
  date_adipose_shipped_to_lab: ['processing', 'l.date_adipose_shipped_to_lab'],
  date_adipose_received_by_lab: ['processing', 'l.date_adipose_received_by_lab'],
  estimated_date_vials_ready_to_ship: ['processing', 'l.estimated_date_vials_ready_to_ship'],
  estimated_date_manual: ['processing', 'coalesce(l.estimated_date_manual, false)'],
  date_vials_ready_to_ship: ['processing', 'l.date_vials_ready_to_ship'],
  number_times_qc_done: ['processing', 'coalesce(l.number_times_qc_done, 0)'],
  stemcell_plating_initiated_date: ['processing', 'l.stemcell_plating_initiated_date'],
  stemcell_plating_successful: ['processing', 'l.stemcell_plating_successful'],
  hla_typing_test: ['processing', 'l.hla_typing_test'],
  infectious_testing_complete: ['testing', 'l.infectious_testing_complete'],
  vials_preparation: ['processing', 'coalesce(l.vials_preparation, 0)'],
  vials_ready_ship: ['processing', 'coalesce(l.vials_ready_ship, 0)'],
  vials_available: ['processing', 'coalesce(v.vials_available, 0)'],
  vials_shipped: ['processing', 'coalesce(v.vials_shipped, 0)'],
  vials_reserved: ['processing', 'coalesce(v.vials_reserved, 0)'],
  vials_in_process: ['care', 'coalesce(v.vials_in_process, 0)'],
  vials_quarantine: ['care', 'coalesce(v.vials_quarantine, 0)'],
  vials_released: ['care', 'coalesce(v.vials_released, 0)'],
  vials_held: ['care', 'coalesce(v.vials_held, 0)'],
  vials_disposed: ['care', 'coalesce(v.vials_disposed, 0)'],
  promised_ready_date: ['care', 'l.promised_ready_date'],
  delay_reason: ['care', `coalesce(l.delay_reason, '')`],
}

/** A row with membership ids; the answer has their names, which are not in the database. */
export type WithMemberships<Answer> = Omit<Answer, 'membership' | 'can'> & { memberships: number[] }

/** Columns of the user `u`, and the tables of `processingColumns`. */
export const userColumns: Columns<WithMemberships<User>, UserGroup> = {
  id: ['base', 'u.id'],
  subscription: ['base', 'u.subscription'],
  subscription_id: ['base', 'u.subscription'],
  domain: ['base', 'u.domain_id'],
  memberships: ['base', 'u.memberships'],
  tags: ['base', 'u.tags'],
  date_joined: ['base', 'u.date_joined'],
  signup_date: ['base', 'u.date_joined'],
  saless_rep_id: ['base', 'u.line_rep_id'],
  sales_manager_id: ['base', 'u.sales_manager_id'],
  sales_distributor_id: ['base', 'u.sales_distributor_id'],
  lab_id: ['base', `coalesce(u.lab_id, ${ofCenter('harvest_center_id', 'center.lab_id')})`],
  hc_desc: ['base', centerListSql('harvest_center_id')],
  rhc_desc: ['base', centerListSql('referral_harvest_center_id')],
  referral_hc_desc: ['base', centerListSql('referred_center_id')],
  version: ['base', 'u.version + coalesce(l.version, 1)'],
  username: ['person', `trim(u.first_name || ' ' || u.last_name)`],
  first_name: ['person', 'u.first_name'],
  last_name: ['person', 'u.last_name'],
  email: ['person', 'u.email'],
  phone_number: ['person', 'u.phone_number'],
  company: ['person', 'u.company'],
  address1: ['person', 'u.address1'],
  address2: ['person', 'u.address2'],
  city: ['person', 'u.city'],
  state_desc: ['person', 'u.state_desc'],
  country_desc: ['person', 'u.country_desc'],
  zip_code: ['person', 'u.zip_code'],
  hc_logo: ['person', 'u.hc_logo'],
  template_id: ['person', 'u.template_id'],
  document_id: ['document', 'u.document_id'],
  staff_hc_ids: [
    'workplaces',
    `case when u.subscription = ${membershipIds.hc_staff} then to_jsonb(array(
      select c from centers_of_staff(u.id) c order by 1)) else '[]' end`,
  ],
  active: ['account', 'u.active'],
  last_login: ['account', 'u.last_login'],
  invited: ['invitation', invitedOf('u')],
  stage: ['processing', 'stage_of(l, v)'],
  ...processingColumns,
}
