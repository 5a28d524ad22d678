import { Button, Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { addressLines } from '#web/lib/address-words.ts'
import { type Answer, ask } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Section } from '#web/ui/section.tsx'

type Me = Answer<'GET /api/v1/users/{id}/'>

function MyData({ me }: { me: Me }) {
  const facts = [
    { label: 'Name', value: `${me.first_name ?? ''} ${me.last_name ?? ''}`.trim() },
    { label: 'Role', value: me.membership[0]?.name },
    { label: 'Company', value: me.company || undefined },
    { label: 'Email', value: me.email },
    { label: 'Phone', value: me.phone_number },
    { label: 'Address', value: addressLines(me).join(', ') },
    { label: 'Member since', value: <DateText value={me.date_joined} /> },
  ]
  return <Facts title="Account" facts={facts} />
}

function MyAccount({ userId }: { userId: number }) {
  const query = useQuery(ask('GET /api/v1/users/{id}/', { params: { id: userId } }))
  return <Loaded query={query}>{(me) => <MyData me={me} />}</Loaded>
}

/** The dashboard of a role without figures of its own: who you are here, and how your account is kept safe. */
export default function WelcomeDashboard() {
  const user = useSession()?.user
  const name = user?.first_name || user?.username
  return (
    <Screen title={name ? `Welcome, ${name}` : 'Welcome'} narrow>
      <Stack gap="xl">
        {user && (
          <Section title="Your data" lead="Something is wrong? The people who run this portal correct it for you.">
            <MyAccount userId={user.id} />
          </Section>
        )}
        <Section title="Your password" lead="Change it whenever you think that someone else may know it.">
          <Button component={Link} to="/password" variant="default" leftSection={<IconKey size={16} />}>
            Change Password
          </Button>
        </Section>
      </Stack>
    </Screen>
  )
}
