import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import type { User } from '@vialdesk/contract/people/accounts'
import type { Invited } from '@vialdesk/contract/people/invitations'
import type { ReactNode } from 'react'
import { invitationDetails } from '#web/entities/invitation/invitation-text.ts'
import { canBeInvited, INVITE_AGAIN, useInviteAgain } from '#web/entities/invitation/use-invite-again.ts'
import { useTagChoices } from '#web/entities/user/user-choices.ts'
import { roleName } from '#web/entities/user/user-name.ts'
import { addressLines } from '#web/lib/format/postal-address.ts'
import { type Fact, FactGroups, Facts } from '#web/ui/layout/facts.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { UserLinks } from './user-links.tsx'

/** More about a person's invitation, whose state is in the heading, and a button to send it again. */
function InvitationPanel({ id, invited }: { id: number; invited: Invited }) {
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

/** Keeps undefined: the answer leaves out fields that the reader may not see. */
const ifVisible = <T,>(value: T | undefined, show: (value: T) => ReactNode) => (value === undefined ? undefined : show(value))

const date = (value: string | null | undefined, withTime = false) =>
  ifVisible(value, (known) => <DateText value={known} withTime={withTime} blank={withTime ? 'Never' : '—'} />)

function AccountFacts({ user }: { user: User }) {
  const tags = useTagChoices().choices
  const named = user.tags.map((tag) => tags.find(({ id }) => id === tag)?.name ?? `#${tag}`).join(', ')
  const facts: Fact[] = [
    { label: 'ID', value: <span className="figures">{user.id}</span> },
    { label: 'Name', value: ifVisible(user.username, (name) => <bdi>{name}</bdi>) },
    { label: 'Company', value: user.company ? <bdi>{user.company}</bdi> : undefined },
    { label: 'Membership', value: user.membership.map(({ id, name }) => name || roleName(id)).join(', ') },
    { label: 'Tags', value: named || undefined },
    { label: 'Joined', value: date(user.date_joined) },
    { label: 'Last login', value: date(user.last_login, true) },
    { label: 'Status', value: ifVisible(user.active, (active) => (active ? 'Active' : 'Inactive')) },
  ]
  return <Facts title="Account" facts={facts} />
}

function ContactFacts({ user }: { user: User }) {
  const { email, phone_number, address1 } = user
  const lines = addressLines(user)
  const facts: Fact[] = [
    { label: 'Email', value: ifVisible(email, (to) => <Anchor href={`mailto:${to}`}>{to}</Anchor>) },
    {
      label: 'Phone',
      value: ifVisible(phone_number, (to) => to && <Anchor href={`tel:${to.replace(/[^\d+]/g, '')}`}>{to}</Anchor>),
    },
    {
      label: 'Address',
      value: address1 === undefined ? undefined : lines.length > 0 && lines.map((line) => <div key={line}>{line}</div>),
    },
  ]
  return <Facts title="Contact" facts={facts.map((fact) => ({ ...fact, value: fact.value === false ? '' : fact.value }))} />
}

/** Account, contact details and links of a user, and summaries of its tabs; fields that the answer leaves out are hidden. */
export function UserFacts({ user, summaries }: { user: User; summaries?: ReactNode }) {
  return (
    <Stack gap="xl">
      {user.invited && <InvitationPanel id={user.id} invited={user.invited} />}
      <FactGroups>
        <AccountFacts user={user} />
        <ContactFacts user={user} />
        <UserLinks user={user} />
        {summaries}
      </FactGroups>
    </Stack>
  )
}
