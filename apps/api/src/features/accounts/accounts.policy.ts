/** Rules about changing a user. Whether the viewer sees the user at all is asked before (visible.queries). */
import type { UserEdit } from '@vialdesk/contract/accounts'
import { LabRecordEdit } from '@vialdesk/contract/patients'
import { Address } from '@vialdesk/contract/primitives'
import { membershipOf } from '@vialdesk/contract/roles'
import type { Actor, Viewer } from '#api/platform/actor.ts'
import { policy } from '#api/platform/policy.ts'

export interface Subject {
  id: number
  subscription: number
}
export type Field = Exclude<keyof UserEdit, 'version' | 'password_current'>

const isPatient = (subject: Subject) => subject.subscription === membershipOf.patient
/** A lab sees only patients of its own centers, so this rule need not ask for the center. */
const keepsLabRecords = (viewer: Viewer, subject: Subject) =>
  isPatient(subject) && (viewer.role === 'admin' || viewer.role === 'lab')

export const userPolicy = policy<Viewer, Subject>()({
  act: {
    edit: (viewer, subject) => viewer.role === 'admin' || viewer.id === subject.id,
    edit_lab_record: keepsLabRecords,
    edit_vials: keepsLabRecords,
  },
})

export const labFields = Object.keys(LabRecordEdit.shape) as (keyof LabRecordEdit)[]
const contactFields: Field[] = [
  'first_name',
  'last_name',
  'phone_number',
  'company',
  ...(Object.keys(Address.shape) as (keyof Address)[]),
]

/** By membership: the ties that such a user has. */
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

export interface Editor extends Viewer {
  kind: Actor['kind']
  /** Whether this is an impersonation by an admin. */
  adminBehind: boolean
}

/** The fields of a user that an editor may change. */
export function editableFields(editor: Editor, subject: Subject): ReadonlySet<Field> {
  const itself = editor.id === subject.id
  const fields: Field[] = []
  if (userPolicy.can(editor, 'edit', subject)) fields.push(...contactFields)
  // The e-mail address controls the account. So nobody changes that of another admin, or that of an account which they entered.
  if (itself ? editor.kind === 'own' : editor.role === 'admin' && subject.subscription !== membershipOf.admin)
    fields.push('email')
  if (editor.role === 'admin') fields.push('tags', ...(links[subject.subscription] ?? []))
  if (itself && editor.adminBehind && haveTemplates.includes(subject.subscription)) fields.push('template_id')
  if (userPolicy.can(editor, 'edit_lab_record', subject)) fields.push(...labFields)
  return new Set(fields)
}

/** What a visible patient is to those who may not know the person. */
const personal = [
  'username',
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'company',
  ...Object.keys(Address.shape),
  'template_id',
  'document_id',
  'hc_logo',
  'last_login',
  // What the blood was tested for says something of the person.
  'infectious_testing_complete',
]

/** What those around a center or its staff need not know: which document it signed, and where else somebody works. */
const owned = ['document_id', 'staff_hc_ids']

/** Keys of a user that a reader does not get. */
export function hiddenKeys(reader: Viewer, subject: Subject, seesPerson: boolean): string[] {
  if (reader.role === 'admin' || reader.id === subject.id) return []
  if (isPatient(subject)) return seesPerson ? ['active', 'last_login'] : [...personal, 'active']
  return ['active', 'last_login', ...owned]
}
