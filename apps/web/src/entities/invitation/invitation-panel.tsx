import { Button, Group, Paper, Text } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import type { Invited } from '@vialdesk/contract/invitations'
import { invitationDetails } from './invitation-text.ts'
import { canBeInvited, INVITE_AGAIN, useInviteAgain } from './use-invite-again.ts'

/** More about a person's invitation, whose state is in the heading, and a button to send it again. */
export function InvitationPanel({ id, invited }: { id: number; invited: Invited }) {
  const again = useInviteAgain()
  return (
    <Paper withBorder p="md" component="section" aria-label="Invitation">
      <Group justify="space-between" gap="md">
        <div style={{ flex: '1 1 16rem' }}>
          <Text fw={600}>Invitation</Text>
          <Text c="dimmed" fz="sm" role="status">
            {invitationDetails(invited)}
          </Text>
        </div>
        {canBeInvited({ id, invited }) && (
          <Button
            variant="default"
            leftSection={<IconMailForward size={16} stroke={1.6} />}
            loading={again.isPending}
            onClick={() => again.mutate({ params: { id } })}
          >
            {INVITE_AGAIN}
          </Button>
        )}
      </Group>
    </Paper>
  )
}
