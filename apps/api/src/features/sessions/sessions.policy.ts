import type { Actor } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'

/** How someone signs in is the owner's alone: whoever is in the account of another neither sees nor changes it. */
export function demandOwner({ kind }: Pick<Actor, 'kind'>): void {
  if (kind !== 'own') fail('forbidden', { message: 'Only the owner of the account may do this.' })
}
