import { Group } from '@mantine/core'
import type { Invited } from '@vialdesk/contract/invitations'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { invitationText } from './invitation-text.ts'

interface Props {
  name: string
  invited: Invited | null | undefined
}

/** The name of a person or place in a list, with the state of the invitation until the first login. */
export const InvitedName = ({ name, invited }: Props) =>
  invited ? (
    <Group gap="xs" component="span" display="inline-flex">
      <bdi>{name}</bdi>
      <StatusBadge meaning="neutral">{invitationText(invited)}</StatusBadge>
    </Group>
  ) : (
    <bdi>{name}</bdi>
  )
