/** Validates ids in bodies: each must be an active user of the right role, or a tag, of the domain. */
import { membershipIds, type Role } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import { failField, failFields } from '#api/platform/kernel/fail.ts'

interface ReferenceRule {
  role: Role
  /** The name of the field on the wire. */
  field: string
  message: string
}

const referenceRules = {
  sales_rep_id: { role: 'sales_rep', field: 'saless_rep_id', message: 'Choose an active sales rep.' },
  sales_manager_id: { role: 'sales_manager', field: 'sales_manager_id', message: 'Choose an active sales manager.' },
  sales_distributor_id: {
    role: 'sales_distributor',
    field: 'sales_distributor_id',
    message: 'Choose an active sales distributor.',
  },
  lab_id: { role: 'lab', field: 'lab_id', message: 'Choose an active lab.' },
  harvest_center_id: { role: 'harvest_center', field: 'harvest_center_id', message: 'Choose an active harvest center.' },
  referred_center_id: { role: 'harvest_center', field: 'referred_center_id', message: 'Choose an active harvest center.' },
  referral_harvest_center_id: {
    role: 'referral_harvest_center',
    field: 'referral_harvest_center_id',
    message: 'Choose an active referral harvest center.',
  },
} as const satisfies Record<string, ReferenceRule>

export type References = { [Column in keyof typeof referenceRules]?: number | null | undefined }

/** Refuses with 422 for every field with an id that is not an active user of its role. Ignores null and missing ids. */
export async function validateReferences(db: Db, references: References): Promise<void> {
  const given = (Object.keys(referenceRules) as (keyof References)[]).filter((column) => references[column] != null)
  if (given.length === 0) return
  const ids = given.map((column) => references[column] as number)
  const found = await db.findRows('users', ['id', 'subscription'], { id: ids, active: true })
  const isValid = (column: keyof References) =>
    found.some(({ id, subscription }) => id === references[column] && subscription === membershipIds[referenceRules[column].role])
  const wrong = given.filter((column) => !isValid(column)).map((column) => referenceRules[column])
  if (wrong.length > 0) failFields(Object.fromEntries(wrong.map(({ field, message }) => [field, message])))
}

/** Refuses with 422 unless the domain has all the tags. */
export async function validateTags(db: Db, tags: number[], field = 'tags'): Promise<void> {
  if (tags.length === 0) return
  const known = await db.findRows('tags', ['id'], {})
  if (!tags.every((tag) => known.some(({ id }) => id === tag))) failField(field, 'Choose from the list of tags.')
}

/** Refuses with 422 for the field unless each id is an active harvest center of the domain. */
export async function validateCenters(db: Db, ids: number[], field: string, message: string): Promise<void> {
  if (ids.length === 0) return
  const found = await db.findRows('users', ['id'], { id: ids, subscription: membershipIds.harvest_center, active: true })
  if (found.length < ids.length) failField(field, message)
}
