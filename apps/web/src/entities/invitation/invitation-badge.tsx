import type { Invited } from '@vialdesk/contract/people/invitations'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { invitationText } from './invitation-text.ts'

interface InvitedRow {
  invited?: Invited | null | undefined
}

/** The state of a person's invitation, until the first login. */
export const invitationBadge = ({ invited }: InvitedRow) =>
  invited && <StatusBadge meaning="neutral">{invitationText(invited)}</StatusBadge>
