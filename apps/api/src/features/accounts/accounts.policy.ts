/** Rules about changing a user. Whether the viewer sees the user at all is asked before (visible.queries). */
import type { UserEdit } from '@vialdesk/contract/accounts'
import { LabRecordEdit } from '@vialdesk/contract/patients'
import { membershipIds, type Role } from '@vialdesk/contract/roles'
import type { Actor, Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

export interface Subject {
  id: number
  subscription: number
}
export type Field = Exclude<keyof UserEdit, 'version' | 'password_current'>

const isPatient = (subject: Subject) => subject.subscription === membershipIds.patient
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

export interface Editor extends Viewer {
  kind: Actor['kind']
  /** Whether this is an impersonation by an admin. */
  adminBehind: boolean
}
type EditRule = (editor: Editor, subject: Subject) => boolean

const isSelf: EditRule = (editor, subject) => editor.id === subject.id
const isAdmin: EditRule = (editor) => editor.role === 'admin'
const contact: EditRule = (editor, subject) => userPolicy.can(editor, 'edit', subject)
/** The e-mail address gives access to the account: nobody changes that of another admin, or of the owner of a child session. */
const email: EditRule = (editor, subject) =>
  isSelf(editor, subject) ? editor.kind === 'own' : editor.role === 'admin' && subject.subscription !== membershipIds.admin
/** A tie that users of these roles have. */
const tieOf = (...roles: Role[]): EditRule => {
  const memberships: number[] = roles.map((role) => membershipIds[role])
  return (editor, subject) => isAdmin(editor, subject) && memberships.includes(subject.subscription)
}
/** The users who sign an attestation have a template of it. */
const haveTemplates: number[] = [membershipIds.harvest_center, membershipIds.referral_harvest_center, membershipIds.hc_staff]
const template: EditRule = (editor, subject) =>
  isSelf(editor, subject) && editor.adminBehind && haveTemplates.includes(subject.subscription)

const each = <F extends string>(fields: readonly F[], rule: EditRule) =>
  Object.fromEntries(fields.map((field) => [field, rule])) as Record<F, EditRule>

/** Each field of a user has a rule: it says which editor may change the field. */
const editRules: Record<Field, EditRule> = {
  first_name: contact,
  last_name: contact,
  phone_number: contact,
  company: contact,
  address1: contact,
  address2: contact,
  city: contact,
  state_desc: contact,
  country_desc: contact,
  zip_code: contact,
  email,
  tags: isAdmin,
  harvest_center_id: tieOf('patient'),
  referral_harvest_center_id: tieOf('patient'),
  referred_center_id: tieOf('patient'),
  saless_rep_id: tieOf('patient', 'harvest_center', 'referral_harvest_center'),
  sales_manager_id: tieOf('sales_rep'),
  sales_distributor_id: tieOf('sales_manager'),
  lab_id: tieOf('harvest_center', 'observer'),
  template_id: template,
  ...each(labFields, keepsLabRecords),
}

/** The fields of a user that an editor may change. */
export function editableFields(editor: Editor, subject: Subject): ReadonlySet<Field> {
  return new Set((Object.keys(editRules) as Field[]).filter((field) => editRules[field](editor, subject)))
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

export const groupsOfPatients = ({ role }: Pick<Viewer, 'role'>) => (role ? userGroups[role] : nothing).ofPatients

export function groupsOfUser(viewer: Viewer, { id, isPatient }: { id: number; isPatient: boolean }): readonly UserGroup[] {
  const groups = viewer.id === id ? userGroups.self : viewer.role ? userGroups[viewer.role] : nothing
  return isPatient ? groups.ofPatients : groups.ofOthers
}
