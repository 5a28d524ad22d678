/** Who sees which statements, and who may pay them. The column is that of `commission_statements s`. */
import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** Sales roles see their own statements only. Undefined: all of the domain. */
export const ownerSeenBy = ({ id, role }: Viewer): number | undefined => (role === 'admin' ? undefined : id)

interface StatementState {
  ended: boolean
  unpaid_lines: number
}

/** A statement is paid when its month has ended, because later entries belong to later months. */
export const statementPolicy = policy<Viewer, StatementState>()({
  act: { pay: ({ role }, { ended, unpaid_lines }) => role === 'admin' && ended && unpaid_lines > 0 },
})
