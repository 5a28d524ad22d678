/** Rules about changing a user. Whether the viewer sees the user at all is asked before (visible.queries). */
import type { UserEdit } from '@vialdesk/contract/accounts'
import { LabRecordEdit } from '@vialdesk/contract/patients'
import { membershipIds, type Role } from '@vialdesk/contract/roles'
import type { Actor, Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

export interface TargetUser {
  id: number
  subscription: number
}
export type UserField = Exclude<keyof UserEdit, 'version' | 'password_current'>

const isPatient = (subject: TargetUser) => subject.subscription === membershipIds.patient
/** A lab sees only patients of its own centers, so this rule need not ask for the center. */
const mayEditLabRecord = (viewer: Viewer, subject: TargetUser) =>
  isPatient(subject) && (viewer.role === 'admin' || viewer.role === 'lab')

export const userPolicy = policy<Viewer, TargetUser>()({
  act: {
    edit: (viewer, subject) => viewer.role === 'admin' || viewer.id === subject.id,
    edit_lab_record: mayEditLabRecord,
    edit_vials: mayEditLabRecord,
  },
})

export const labFields = Object.keys(LabRecordEdit.shape) as (keyof LabRecordEdit)[]

export interface Editor extends Viewer {
  kind: Actor['kind']
  /** Whether this is an impersonation by an admin. */
  impersonatedByAdmin: boolean
}
type EditRule = (editor: Editor, subject: TargetUser) => boolean

const isSelf: EditRule = (editor, subject) => editor.id === subject.id
const isAdmin: EditRule = (editor) => editor.role === 'admin'
const mayEditContactData: EditRule = (editor, subject) => userPolicy.can(editor, 'edit', subject)
/** The e-mail address gives access to the account: nobody changes that of another admin, or of the owner of a child session. */
const mayEditEmail: EditRule = (editor, subject) =>
  isSelf(editor, subject) ? editor.kind === 'own' : editor.role === 'admin' && subject.subscription !== membershipIds.admin
/** A tie that users of these roles have. */
const adminEditsRoles = (...roles: Role[]): EditRule => {
  const memberships: number[] = roles.map((role) => membershipIds[role])
  return (editor, subject) => isAdmin(editor, subject) && memberships.includes(subject.subscription)
}
/** The users who sign an attestation have a template of it. */
const membershipsWithTemplate: number[] = [
  membershipIds.harvest_center,
  membershipIds.referral_harvest_center,
  membershipIds.hc_staff,
]
const mayEditTemplate: EditRule = (editor, subject) =>
  isSelf(editor, subject) && editor.impersonatedByAdmin && membershipsWithTemplate.includes(subject.subscription)

const sameRuleFor = <F extends string>(fields: readonly F[], rule: EditRule) =>
  Object.fromEntries(fields.map((field) => [field, rule])) as Record<F, EditRule>

/** Each field of a user has a rule: it says which editor may change the field. */
const editRules: Record<UserField, EditRule> = {
  first_name: mayEditContactData,
  last_name: mayEditContactData,
  phone_number: mayEditContactData,
  company: mayEditContactData,
  address1: mayEditContactData,
  address2: mayEditContactData,
  city: mayEditContactData,
  state_desc: mayEditContactData,
  country_desc: mayEditContactData,
  zip_code: mayEditContactData,
  email: mayEditEmail,
  tags: isAdmin,
  harvest_center_id: adminEditsRoles('patient'),
  referral_harvest_center_id: adminEditsRoles('patient'),
  referred_center_id: adminEditsRoles('patient'),
  saless_rep_id: adminEditsRoles('patient', 'harvest_center', 'referral_harvest_center'),
  sales_manager_id: adminEditsRoles('sales_rep'),
  sales_distributor_id: adminEditsRoles('sales_manager'),
  lab_id: adminEditsRoles('harvest_center', 'observer'),
  template_id: mayEditTemplate,
  ...sameRuleFor(labFields, mayEditLabRecord),
}

/** The fields of a user that an editor may change. */
export function editableFields(editor: Editor, subject: TargetUser): ReadonlySet<UserField> {
  return new Set((Object.keys(editRules) as UserField[]).filter((field) => editRules[field](editor, subject)))
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
const allGroups: UserGroups = {
  ofPatients: ['base', 'person', 'account', 'document', 'workplaces', 'processing', 'testing'],
  ofOthers: ['base', 'person', 'account', 'document', 'workplaces'],
}
const careGroups: UserGroups = {
  ofPatients: ['base', 'person', 'document', 'workplaces', 'processing', 'testing'],
  ofOthers: ['base', 'person'],
}
const salesGroups: UserGroups = {
  ofPatients: ['base', 'workplaces', 'processing'],
  ofOthers: ['base', 'person'],
}
const noGroups: UserGroups = { ofPatients: [], ofOthers: [] }

/** The groups that a reader gets of the users that it may see. */
export const userGroups: Record<Role | 'self', UserGroups> = {
  self: allGroups,
  admin: allGroups,
  lab: careGroups,
  harvest_center: careGroups,
  referral_harvest_center: careGroups,
  hc_staff: careGroups,
  sales_rep: salesGroups,
  sales_manager: salesGroups,
  sales_distributor: salesGroups,
  patient: noGroups,
  observer: noGroups,
}

export const groupsOfPatients = ({ role }: Pick<Viewer, 'role'>) => (role ? userGroups[role] : noGroups).ofPatients

export function groupsOfUser(viewer: Viewer, { id, isPatient }: { id: number; isPatient: boolean }): readonly UserGroup[] {
  const groups = viewer.id === id ? userGroups.self : viewer.role ? userGroups[viewer.role] : noGroups
  return isPatient ? groups.ofPatients : groups.ofOthers
}
