/** Validates ids in bodies: each must name something active of the domain, and of the right kind. */
import { membershipIds, type Role } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { failField, failFields } from '#api/platform/http/errors/fail.ts'

interface Reference {
  role: Role
  /** As the wire names it. */
  field: string
  sentence: string
}

const references = {
  sales_rep_id: { role: 'sales_rep', field: 'saless_rep_id', sentence: 'Choose an active sales rep.' },
  sales_manager_id: { role: 'sales_manager', field: 'sales_manager_id', sentence: 'Choose an active sales manager.' },
  sales_distributor_id: {
    role: 'sales_distributor',
    field: 'sales_distributor_id',
    sentence: 'Choose an active sales distributor.',
  },
  lab_id: { role: 'lab', field: 'lab_id', sentence: 'Choose an active lab.' },
  harvest_center_id: { role: 'harvest_center', field: 'harvest_center_id', sentence: 'Choose an active harvest center.' },
  referred_center_id: { role: 'harvest_center', field: 'referred_center_id', sentence: 'Choose an active harvest center.' },
  referral_harvest_center_id: {
    role: 'referral_harvest_center',
    field: 'referral_harvest_center_id',
    sentence: 'Choose an active referral harvest center.',
  },
} as const satisfies Record<string, Reference>

export type Links = { [Column in keyof typeof references]?: number | null | undefined }

/** Refuses with 422, naming every field whose id is no active user of its kind. Null and missing ids are ignored. */
export async function validateLinks(db: Db, links: Links): Promise<void> {
  const given = (Object.keys(references) as (keyof Links)[]).filter((column) => links[column] != null)
  if (given.length === 0) return
  const found = await db
    .selectFrom('users')
    .select(['id', 'subscription'])
    .where('domain_id', '=', db.domainId)
    .where(
      'id',
      'in',
      given.map((column) => links[column] as number),
    )
    .where('active', '=', true)
    .execute()
  const leads = (column: keyof Links) =>
    found.some(({ id, subscription }) => id === links[column] && subscription === membershipIds[references[column].role])
  const wrong = given.filter((column) => !leads(column)).map((column) => references[column])
  if (wrong.length > 0) failFields(Object.fromEntries(wrong.map(({ field, sentence }) => [field, sentence])))
}

/** Refuses with 422 unless the domain has every one of the tags. */
export async function validateTags(db: Db, tags: number[]): Promise<void> {
  if (tags.length === 0) return
  const known = await db.selectFrom('tags').select('id').where('domain_id', '=', db.domainId).execute()
  if (!tags.every((tag) => known.some(({ id }) => id === tag))) failField('tags', 'Choose from the list of tags.')
}

/** Refuses with 422, naming the field, unless each id is an active harvest center of the domain. */
export async function validateCenters(db: Db, ids: number[], field: string, sentence: string): Promise<void> {
  if (ids.length === 0) return
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('domain_id', '=', db.domainId)
    .where('id', 'in', ids)
    .where('subscription', '=', membershipIds.harvest_center)
    .where('active', '=', true)
    .execute()
  if (found.length < ids.length) failField(field, sentence)
}
