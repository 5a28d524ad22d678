/**
 * Changes locations. Every change locks the owner's row first, so that concurrent changes see each other: a user with locations has
 * exactly one default.
 */
import {
  DEFAULT_LOCATION,
  type Location,
  type LocationEdit,
  type NewLocation,
  ONLY_LOCATION,
} from '@vialdesk/contract/care/shipping'
import type { Db } from '#api/db/db.ts'
import { lockUser } from '#api/db/lock-user.ts'
import { findEditedAddressErrors, validateAddress } from '#api/features/accounts/edit/validate-address.commands.ts'
import { validateTemplate } from '#api/features/templates/validate-template.commands.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { audit, auditedPatient, changesBetween } from '#api/platform/audit/audit.ts'
import { fail, failField, failFields } from '#api/platform/kernel/fail.ts'
import { findLocation, findLocations, findLocationsOwner, type LocationsOwner } from './locations.queries.ts'

/** The owner named in the input. It must be active, and the viewer must see its locations. */
export async function validateLocationsOwner(db: Db, viewer: Viewer, id: number): Promise<LocationsOwner> {
  const owner = await findLocationsOwner(db, viewer, id)
  return owner?.active ? owner : failField('user', 'This user does not exist.')
}

/** The list has no pages, so its length is limited. */
const MAX_LOCATIONS = 200

async function unsetDefault(db: Db, { id }: LocationsOwner): Promise<void> {
  await db.updateRows('locations', { user_id: id, is_default: true }, { is_default: false })
}

export async function addLocation(db: Db, owner: LocationsOwner, input: NewLocation): Promise<Location> {
  const { user, default: asDefault, ...address } = input
  validateAddress(input)
  await validateTemplate(db, { templateId: input.template_id, group: 'attestation', centers: [owner.id] })
  await lockUser(db, owner.id)
  const others = await findLocations(db, user)
  if (others.length >= MAX_LOCATIONS)
    fail('invalid', { message: `There can be at most ${MAX_LOCATIONS} locations on an account.` })
  const is_default = asDefault || others.length === 0
  if (is_default) await unsetDefault(db, owner)
  const { id } = await db.insertWithId('locations', { ...address, user_id: user, is_default })
  audit(db, {
    type: 'location.added',
    subject: id,
    ...auditedPatient(owner),
    after: { ...address, user, default: is_default },
  })
  return { ...address, id, user, default: is_default }
}

/** Changes the given fields. Unchanged fields are not audited. */
export async function editLocation(db: Db, owner: LocationsOwner, id: number, edit: LocationEdit): Promise<Location> {
  await lockUser(db, owner.id)
  const location = (await findLocation(db, owner.id, id)) ?? fail('not_found')
  if (location.default && edit.default === false) {
    failField('default', 'Make another location the default instead.')
  }
  const addressErrors = findEditedAddressErrors(location, edit)
  if (Object.keys(addressErrors).length > 0) failFields(addressErrors)
  const changes = changesBetween<LocationEdit>(location, edit)
  if (!changes) return location
  await validateTemplate(db, { templateId: changes.after.template_id, group: 'attestation', centers: [owner.id] })
  if (changes.after.default) await unsetDefault(db, owner)
  const { default: is_default, ...address } = changes.after
  await db.updateRows('locations', { id }, { ...address, ...(is_default && { is_default }) })
  audit(db, { type: 'location.changed', subject: id, ...auditedPatient(owner), ...changes })
  return { ...location, ...edit }
}

/** Makes a location of the user the default. An unknown location is an invalid field (422). */
export async function makeDefault(db: Db, owner: LocationsOwner, id: number): Promise<void> {
  await lockUser(db, owner.id)
  if (!(await findLocation(db, owner.id, id))) failField('id', 'This location does not exist.')
  await editLocation(db, owner, id, { default: true })
}

export async function deleteLocation(db: Db, owner: LocationsOwner, id: number): Promise<void> {
  await lockUser(db, owner.id)
  const all = await findLocations(db, owner.id)
  const location = all.find((each) => each.id === id) ?? fail('not_found')
  if (all.length === 1) fail('conflict', { message: ONLY_LOCATION })
  if (location.default) fail('conflict', { message: DEFAULT_LOCATION })
  await db.deleteRows('locations', { id })
  const { id: _, ...before } = location
  audit(db, { type: 'location.deleted', subject: id, ...auditedPatient(owner), before })
}
