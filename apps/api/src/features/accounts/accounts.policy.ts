/** Who may change what of a user. Whether the user may be seen at all was asked before (visible.queries). */
import type { UserEdit } from '@vialdesk/contract/accounts'
import { LabRecordEdit } from '@vialdesk/contract/patients'
import { Address } from '@vialdesk/contract/primitives'
import { membershipOf, type Role } from '@vialdesk/contract/roles'
import type { Actor } from '#api/platform/actor.ts'
import { policy } from '#api/platform/policy.ts'

export interface Subject {
  id: number
  subscription: number
}
type Who = Pick<Actor, 'id' | 'role'>
export type Field = Exclude<keyof UserEdit, 'version' | 'password_current'>

const isPatient = (subject: Subject) => subject.subscription === membershipOf.patient
/** A lab gets this far with patients of its own centers only: others it does not see. */
const keepsLabRecords = (who: Who, subject: Subject) => isPatient(subject) && (who.role === 'admin' || who.role === 'lab')

export const userPolicy = policy<Who, Subject>()({
  edit: (who, subject) => who.role === 'admin' || who.id === subject.id,
  edit_lab_record: keepsLabRecords,
  edit_vials: keepsLabRecords,
})

export const labFields = Object.keys(LabRecordEdit.shape) as (keyof LabRecordEdit)[]
const contactFields: Field[] = [
  'first_name',
  'last_name',
  'phone_number',
  'company',
  ...(Object.keys(Address.shape) as (keyof Address)[]),
]

/** By membership: whom a user of it may be tied to. */
const links: Record<number, Field[]> = {
  [membershipOf.patient]: ['harvest_center_id', 'referral_harvest_center_id', 'referred_center_id', 'saless_rep_id'],
  [membershipOf.sales_rep]: ['sales_manager_id'],
  [membershipOf.harvest_center]: ['saless_rep_id', 'lab_id'],
  [membershipOf.referral_harvest_center]: ['saless_rep_id'],
  [membershipOf.sales_manager]: ['sales_distributor_id'],
  [membershipOf.observer]: ['lab_id'],
}

/** Those who sign an attestation have a template of it. */
const haveTemplates: number[] = [membershipOf.harvest_center, membershipOf.referral_harvest_center, membershipOf.hc_staff]

export interface Editor extends Who {
  kind: Actor['kind']
  /** Whether an admin is really acting, in a child session. */
  adminBehind: boolean
}

/** The fields of a user that an editor may change. */
export function editableFields(editor: Editor, subject: Subject): ReadonlySet<Field> {
  const itself = editor.id === subject.id
  const fields: Field[] = []
  if (userPolicy.can(editor, 'edit', subject)) fields.push(...contactFields)
  // Whoever holds the address holds the account: not another admin's, and in the account of another not that one's.
  if (itself ? editor.kind === 'own' : editor.role === 'admin' && subject.subscription !== membershipOf.admin)
    fields.push('email')
  if (editor.role === 'admin') fields.push('tags', ...(links[subject.subscription] ?? []))
  if (itself && editor.adminBehind && haveTemplates.includes(subject.subscription)) fields.push('template_id')
  if (userPolicy.can(editor, 'edit_lab_record', subject)) fields.push(...labFields)
  return new Set(fields)
}

/**
 * The groups of columns of users. `account`: when it was last used, whether it is active. `document`: the signed document.
 * `workplaces`: the centers of a staff user. `testing`: tests of the blood, which say something about the person.
 */
export type UserGroup = 'base' | 'person' | 'account' | 'document' | 'workplaces' | 'processing' | 'testing'

interface UserGroups {
  ofPatients: readonly UserGroup[]
  ofOthers: readonly UserGroup[]
}
const everything: UserGroups = {
  ofPatients: ['base', 'person', 'account', 'document', 'workplaces', 'processing', 'testing'],
  ofOthers: ['base', 'person', 'account', 'document', 'workplaces'],
}
const care: UserGroups = {
  ofPatients: ['base', 'person', 'document', 'workplaces', 'processing', 'testing'],
  ofOthers: ['base', 'person'],
}
const salesLine: UserGroups = {
  ofPatients: ['base', 'workplaces', 'processing'],
  ofOthers: ['base', 'person'],
}
const nothing: UserGroups = { ofPatients: [], ofOthers: [] }

/** The groups that a reader gets of the users that it may see. */
export const userGroups: Record<Role | 'self', UserGroups> = {
  self: everything,
  admin: everything,
  lab: care,
  harvest_center: care,
  referral_harvest_center: care,
  hc_staff: care,
  sales_rep: salesLine,
  sales_manager: salesLine,
  sales_distributor: salesLine,
  patient: nothing,
  observer: nothing,
}

export const groupsOfPatients = ({ role }: Pick<Who, 'role'>) => (role ? userGroups[role] : nothing).ofPatients

export function groupsOfUser(reader: Who, subject: Subject): readonly UserGroup[] {
  const groups = reader.id === subject.id ? userGroups.self : reader.role ? userGroups[reader.role] : nothing
  return isPatient(subject) ? groups.ofPatients : groups.ofOthers
}
