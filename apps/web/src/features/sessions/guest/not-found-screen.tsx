import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { homePath } from '#web/lib/session/home-path.ts'
import { useSession } from '#web/lib/session/session.ts'

/** `inShell`: inside the page frame, which has the main landmark. */
export function NotFoundScreen({ inShell = false }: { inShell?: boolean }) {
  const who = useSession()
  return (
    <Stack component={inShell ? 'div' : 'main'} align="center" gap="xs" pt="20vh" px="md" ta="center">
      <Title order={1}>Page not found</Title>
      <Text c="dimmed" maw={420}>
        Check the web address, or go back to your start page.
      </Text>
      <Anchor component={Link} to={who ? homePath(who) : '/dashboard'} mt="sm">
        {who?.role === 'observer' ? 'Go to your lab' : 'Go to the dashboard'}
      </Anchor>
    </Stack>
  )
}
