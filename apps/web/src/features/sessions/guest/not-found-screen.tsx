import { Button, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { homeLabel, homePath } from '#web/lib/session/home-path.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'

export function NotFoundScreen() {
  const viewer = useSession()
  usePageTitle('Page not found')
  return (
    <Stack align="center" gap="xs" py={96} px="md" ta="center">
      <Title order={1}>Page not found</Title>
      <Text c="dimmed" maw={420} style={{ textWrap: 'balance' }}>
        There is nothing at this web address, or it has moved.
      </Text>
      <Button component={Link} to={viewer ? homePath(viewer) : '/'} mt="md">
        {viewer ? homeLabel(viewer) : 'Login Page'}
      </Button>
    </Stack>
  )
}
