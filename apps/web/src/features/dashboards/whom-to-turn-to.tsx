import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.ts'
import { MailLink } from '#web/ui/mail-link.tsx'
import { Section } from '#web/ui/section.tsx'

/** Contact details of the rep's manager. Hidden without a manager; the dashboard does not wait for it. */
export function WhomToTurnTo() {
  const id = useSession()?.user.id ?? 0
  const { data } = useQuery(ask('GET /api/v1/users/sales-rep/{id}/', { params: { id } }))
  const manager = data?.sales_manager
  if (!manager) return null
  const { first_name, last_name, email, phone_number } = manager
  return (
    <Section title="Your sales manager">
      <Group gap="lg">
        <Text fw={500}>{`${first_name} ${last_name}`.trim()}</Text>
        <MailLink to={email} />
        {phone_number && <Anchor href={`tel:${phone_number}`}>{phone_number}</Anchor>}
      </Group>
    </Section>
  )
}
