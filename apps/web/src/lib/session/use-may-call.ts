import { type CallKey, scopeOf } from '@vialdesk/contract/access'
import { useSession } from './session.ts'

/** Whether the access table allows this user the call. A call that is not allowed is not made. */
export const useMayCall = (path: CallKey): boolean => scopeOf(path, useSession()?.role) !== undefined
