/** Logos of harvest centers: where everyone finds them, and whose a caller may change. */
import { logoAddress } from '@vialdesk/contract/media'
import { membershipOf } from '@vialdesk/contract/roles'
import type { FastifyInstance } from 'fastify'
import type { FileStore } from '#api/adapters/files/port.ts'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/actor.ts'
import type { FindDomain } from '#api/platform/domains.ts'
import { fail } from '#api/platform/fail.ts'
import { addPublicImages } from '#api/platform/public-images.ts'
import { usersSeenBy } from './visible.queries.ts'

/** Kept under `domain/hc-logos/name`; a user carries the name. */
export const LOGOS = 'hc-logos'

export const addLogoFiles = (app: FastifyInstance, findDomain: FindDomain, files: FileStore) =>
  addPublicImages(app, { findDomain, files, address: logoAddress(''), kind: LOGOS })

/**
 * The center whose logo it is: a center's own, or the one that is named, which staff must work for. Sees to it that there is one
 * before a file is looked at.
 */
export async function centerOfLogo(db: Db, actor: Actor, named: number | undefined): Promise<number> {
  const id = named ?? (actor.role === 'harvest_center' ? actor.id : undefined)
  if (id === undefined) return fail('invalid', { errors: { user_id: ['Choose a harvest center.'] } })
  if (actor.role === 'harvest_center' && id !== actor.id) fail('not_found')
  const center = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', id)
    .where('users.subscription', '=', membershipOf.harvest_center)
    .where('users.active', '=', true)
    .where(usersSeenBy(actor))
    .executeTakeFirst()
  return center?.id ?? fail('not_found')
}
