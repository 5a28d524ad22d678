import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { MailLink } from '#web/ui/text/mail-link.tsx'

/** Contact details of the rep's manager. Hidden without a manager; the dashboard does not wait for it. */
export function ContactSection() {
  const id = useSession()?.user.id ?? 0
  const { data } = useQuery(apiQuery('GET /api/v1/users/sales-rep/{id}/', { params: { id } }))
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
