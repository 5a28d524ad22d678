/** Rules about editing a user. The visibility of the user is checked before (visible.queries). */

import { membershipIds, type Role } from '@vialdesk/contract/base/roles'
import type { UserEdit } from '@vialdesk/contract/people/accounts'
import { LabRecordEdit } from '@vialdesk/contract/people/patients'
import type { Actor, Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

export interface TargetUser {
  id: number
  subscription: number
}
export type UserField = Exclude<keyof UserEdit, 'version' | 'password_current'>

const isPatient = (target: TargetUser) => target.subscription === membershipIds.patient
/** A lab sees only patients of its own centers, so this rule does not check the center. */
const mayEditLabRecord = (viewer: Viewer, target: TargetUser) =>
  isPatient(target) && (viewer.role === 'admin' || viewer.role === 'lab')

export const userPolicy = policy<Viewer, TargetUser>()({
  act: {
    edit: (viewer, target) => viewer.role === 'admin' || viewer.id === target.id,
    edit_lab_record: mayEditLabRecord,
    edit_vials: mayEditLabRecord,
  },
  because: {
    edit: 'Only this person and admins can change this account.',
    edit_lab_record: 'Only this person and admins can change this account, and the lab the processing of a patient.',
  },
})

export const labFields = Object.keys(LabRecordEdit.shape) as (keyof LabRecordEdit)[]

type Editor = Pick<Actor, 'id' | 'role' | 'kind'>
type EditRule = (editor: Editor, target: TargetUser) => boolean

const isSelf: EditRule = (editor, target) => editor.id === target.id
const isAdmin: EditRule = (editor) => editor.role === 'admin'
const mayEditContactData: EditRule = (editor, target) => userPolicy.can(editor, 'edit', target)
/**
 * The email gives access to the account. It cannot be changed for another admin, for oneself in a child session, or by an access
 * token.
 */
const mayEditEmail: EditRule = (editor, target) =>
  isSelf(editor, target)
    ? editor.kind === 'own'
    : editor.role === 'admin' && editor.kind !== 'token' && target.subscription !== membershipIds.admin
/** An assignment that only users of these roles have, and only admins change. */
const adminOnlyFor = (...roles: Role[]): EditRule => {
  const memberships: number[] = roles.map((role) => membershipIds[role])
  return (editor, target) => isAdmin(editor, target) && memberships.includes(target.subscription)
}
/** These users sign an attestation, so they have a template for it. */
const membershipsWithTemplate: number[] = [
  membershipIds.harvest_center,
  membershipIds.referral_harvest_center,
  membershipIds.hc_staff,
]
const mayEditTemplate: EditRule = (editor, target) =>
  isSelf(editor, target) && editor.kind === 'impersonation' && membershipsWithTemplate.includes(target.subscription)

const sameRuleFor = <F extends string>(fields: readonly F[], rule: EditRule) =>
  Object.fromEntries(fields.map((field) => [field, rule])) as Record<F, EditRule>

/** The rule of each field: which editors may change it for which users. */
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
  harvest_center_id: adminOnlyFor('patient'),
  referral_harvest_center_id: adminOnlyFor('patient'),
  referred_center_id: adminOnlyFor('patient'),
  saless_rep_id: adminOnlyFor('patient', 'harvest_center', 'referral_harvest_center'),
  sales_manager_id: adminOnlyFor('sales_rep'),
  sales_distributor_id: adminOnlyFor('sales_manager'),
  lab_id: adminOnlyFor('harvest_center', 'observer'),
  template_id: mayEditTemplate,
  ...sameRuleFor(labFields, mayEditLabRecord),
}

/** The fields of a user that an editor may change. */
export function editableFields(editor: Editor, target: TargetUser): ReadonlySet<UserField> {
  return new Set((Object.keys(editRules) as UserField[]).filter((field) => editRules[field](editor, target)))
}

/**
 * The groups of columns of users. `account`: last login and whether it is active. `document`: the signed document.
 * `workplaces`: the centers of a staff user. `testing`: blood tests, which are data about the person. `care`: vials by state, and the
 * reason of a delay, for the patient and those who treat the patient. `invitation`: its state, for those who may invite.
 */
export type UserGroup =
  | 'base'
  | 'person'
  | 'account'
  | 'invitation'
  | 'document'
  | 'workplaces'
  | 'processing'
  | 'testing'
  | 'care'

interface UserGroups {
  ofPatients: readonly UserGroup[]
  ofOthers: readonly UserGroup[]
}
const withInvitation = ({ ofPatients, ofOthers }: UserGroups): UserGroups => ({
  ofPatients: [...ofPatients, 'invitation'],
  ofOthers: [...ofOthers, 'invitation'],
})
const allGroups: UserGroups = {
  ofPatients: ['base', 'person', 'account', 'document', 'workplaces', 'processing', 'testing', 'care'],
  ofOthers: ['base', 'person', 'account', 'document', 'workplaces'],
}
const careGroups: UserGroups = {
  ofPatients: ['base', 'person', 'document', 'workplaces', 'processing', 'testing', 'care'],
  ofOthers: ['base', 'person'],
}
const adminGroups = withInvitation(allGroups)
const centerGroups = withInvitation(careGroups)
const salesGroups: UserGroups = {
  ofPatients: ['base', 'workplaces', 'processing'],
  ofOthers: ['base', 'person'],
}
const noGroups: UserGroups = { ofPatients: [], ofOthers: [] }

/** The groups of columns that each role reads of the users that it may see. */
export const userGroups: Record<Role | 'self', UserGroups> = {
  self: allGroups,
  admin: adminGroups,
  lab: careGroups,
  harvest_center: centerGroups,
  referral_harvest_center: centerGroups,
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
