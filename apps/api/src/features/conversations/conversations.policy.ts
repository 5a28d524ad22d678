import { type Actor, speaksForAccount } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

interface ConversationRow {
  patient_id: number
  center_id: number
  /** The patient is one of the center's patients now. */
  tied: boolean
}

type Party = Pick<Actor, 'id' | 'role' | 'kind'>

const isParty = ({ id }: Party, { patient_id, center_id }: ConversationRow) => id === patient_id || id === center_id
/** An admin inside the account of a patient or center reads, but does not speak for it. Staff speak for their center. */
const speaks = (viewer: Party, row: ConversationRow) => speaksForAccount(viewer) && isParty(viewer, row)

export const conversationPolicy = policy<Party, ConversationRow>()({
  see: {
    // A center sees the conversations with its present patients; a patient keeps the earlier ones.
    conversation: (viewer, row) =>
      viewer.role === 'admin' || viewer.id === row.patient_id || (viewer.id === row.center_id && row.tied),
  },
  act: {
    write: (viewer, row) => row.tied && speaks(viewer, row),
    mark_read: speaks,
  },
  because: {
    write: ({ tied }) =>
      tied ? 'Only the patient and the center can write here.' : 'This center is not a center of the patient any more.',
    mark_read: 'Only the patient and the center can mark messages as read.',
  },
})
