import { accessTable } from '@vialdesk/contract/access-table'
import { type Scope, scopeOf } from '@vialdesk/contract/base/access'
import type { Role } from '@vialdesk/contract/base/roles'
import type { CallKey } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'

/** Undefined if the role may not make the call. */
export const scopeOfCall = (key: CallKey, role: Role | undefined): Scope | undefined => scopeOf(accessTable[key], role)

/** Whether the access of the call allows it to this user. A call that is not allowed is not made. */
export const useMayCall = (key: CallKey): boolean => scopeOfCall(key, useSession()?.role) !== undefined
