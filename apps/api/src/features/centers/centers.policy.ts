/** Who may say who works for a center. Which rows there are for whom is in the queries. */
import type { Actor } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'

/** A center's staff is its own and the admins' business: for others there is no such center. */
export function demandOwnCenter({ id, role }: Pick<Actor, 'id' | 'role'>, center: number): void {
  if (role !== 'admin' && id !== center) fail('not_found')
}

/** Staff that has entered a center does its work, but does not dismiss colleagues. */
export function demandNotAsStaff({ kind }: Pick<Actor, 'kind'>): void {
  if (kind === 'staff') fail('forbidden', { message: 'Only the center itself can remove staff.' })
}
